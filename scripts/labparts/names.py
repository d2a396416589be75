# SPDX-FileCopyrightText: Pilothouse contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Job names that Slurm takes and that a careless program trips over."""


def awkward_names(canary):
    """Names as bytes. What a shell would run in them makes a file in CANARY, where a test finds it."""
    touch = [text.replace("FILE", f"{canary}/{number}") for number, text in enumerate(_SHELL)]
    return [name if isinstance(name, bytes) else name.encode() for name in (*_PLAIN, *touch)]


_SHELL = (
    "$(touch FILE)", "`touch FILE`", "; touch FILE", "| touch FILE", "&& touch FILE", "|| touch FILE",
    "\ntouch FILE\n", "x'; touch FILE; '", 'x"; touch FILE; "', "${x:=$(touch FILE)}", "<(touch FILE)",
    "x\\\"; touch FILE #", "' $(touch FILE) '", "& touch FILE &", "(touch FILE)", "$((`touch FILE`))",
    ">FILE", "2>FILE", "!touch FILE", "%(touch FILE)", "x\0".strip("\0") + "\r\ntouch FILE\r\n",
    "=cmd|'/c touch FILE'!A0", "<img src=x onerror=\"touch FILE\">", "--output=FILE", "-oFILE", "~/../..FILE",
)

_PLAIN = (
    # blanks and what cuts a line or a field
    "name with  two spaces", " leading blank", "trailing blank ", "   ", "\tleading tab", "tab\there", "new\nline",
    "two\n\nlines\n", "carriage\rreturn", "vertical\x0btab\x0cfeed", "pipe|name|x", "|", "comma,semi;colon:",
    "unit\x1fseparator", "record\x1eseparator", "file\x1cgroup\x1dseparator", "\x1f\x1f\x1f", "next\u0085line\u2028and\u2029more",
    # control bytes
    "ctrl\x01\x02\x03", "bell\x07\x08\x08back", "esc\x1b[31mred\x1b[0m", "\x1b]0;title\x07", "\x1b[2J\x1b[H", "del\x7f",
    b"c1\xc2\x9b31mred",
    # quotes, dashes and patterns
    "quo\"te'd\\back", "'", '"', "\\", "\\n\\t\\x41\\u0041", "--dash", "-rf", "-", "=1+1", "@SUM(1+1)", "+1", "*", "?", "~",
    "%j %i %% %s %n %d", "%1 %2 %L1", "{0} {name} {{x}}", "$HOME ${HOME} %HOME%", "../../etc/passwd", "/", "a/b/c",
    # markup
    "<b>bold</b>", "<img src='file:///etc/passwd'>", "<a href=\"http://127.0.0.1/\">x</a>", "&amp; &lt; &#65;", "<!--", "</td></tr>",
    # writing that is not Latin, and what looks like something else
    "ünï—çödé", "日本語の名前", "训练-大模型", "تدريب النموذج", "שלום", "🚀🔥👩‍👩‍👧‍👦🇩🇪", "e\u0301 combining Z͑ͫ̓a̸lgo",
    "abc\u202egnp.exe", "\u2066isolate\u2069", "zero\u200bwidth\u200djoiner\ufeff", "раураl (Cyrillic)", "\u00a0no-break\u3000wide",
    # bytes that are not UTF-8
    b"badutf8-\xff\xfe", b"\xc3", b"cut-\xe6\x97", b"over\xc0\xaf", b"surrogate-\xed\xa0\x80", b"latin1-\xe9t\xe9",
    # what other programs print
    "x JobState=FAILED Partition=[/]", "JobId=1 JobName=y", "12345", "12_[0-5]", "(null)", "None assigned", "N/A", "null", "true", "NaN",
    '{"job_id":1}', "]}", "JOBID PARTITION NAME",
    # long
    "L" * 1000, "é" * 500, "w" * 255 + " " + "x" * 300,
)
