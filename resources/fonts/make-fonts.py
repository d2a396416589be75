#!/usr/bin/env python3
# SPDX-FileCopyrightText: Pilothouse contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the fonts that the program ships, from the upstream ones (needs fonttools).

Usage: make-fonts.py INTER_FOLDER JETBRAINS_MONO_FOLDER OUT_FOLDER

Qt before 6.7 cannot switch a font's features on, and figures in columns must be tabular. So Inter's tabular digits become its
default ones here. The results are cut to the scripts of our own words (others come from the system's fonts) and renamed, so that
nobody takes them for the originals."""
import pathlib
import sys

from fontTools import subset
from fontTools.ttLib import TTFont

SCRIPTS = [*range(0x20, 0x7F), *range(0xA0, 0x250), *range(0x2B0, 0x300), *range(0x370, 0x400), *range(0x400, 0x460),
           *range(0x2000, 0x2070), *range(0x2070, 0x20D0), *range(0x2100, 0x2150), *range(0x2190, 0x2200), *range(0x2200, 0x2270),
           0x25B6, 0x25CF, 0xFFFD]
WEIGHTS = {"Regular": 400, "Medium": 500, "SemiBold": 600}


def make_figures_tabular(font):
    gsub = font["GSUB"].table
    lookups = {i for f in gsub.FeatureList.FeatureRecord if f.FeatureTag == "tnum" for i in f.Feature.LookupListIndex}
    swap = {}
    for index in lookups:
        for table in gsub.LookupList.Lookup[index].SubTable:
            swap.update(getattr(table, "mapping", None) or table.ExtSubTable.mapping)
    for table in font["cmap"].tables:
        for code, glyph in table.cmap.items():
            # Punctuation keeps its own width: only what stands in columns must line up.
            if chr(code).isdigit() and code < 0x80:
                table.cmap[code] = swap.get(glyph, glyph)


def rename(font, family, style, weight):
    name = font["name"]
    name.names = [n for n in name.names if n.nameID in (0, 13, 14)]
    plain = style == "Regular"
    for ident, text in {1: family if plain else f"{family} {style}", 2: "Regular", 4: f"{family} {style}", 16: family, 17: style,
                        3: f"{family} {style}", 5: "Version 1.000", 6: f"{family}-{style}".replace(" ", "")}.items():
        name.setName(text, ident, 3, 1, 0x409)
    font["OS/2"].usWeightClass = weight
    if "CFF " in font:
        cff = font["CFF "].cff
        cff.fontNames[0] = f"{family}-{style}".replace(" ", "")
        top = cff.topDictIndex[0]
        top.FullName, top.FamilyName = f"{family} {style}", family


def make(source, target, family, style, weight, tabular):
    font = TTFont(source)
    if tabular:
        make_figures_tabular(font)
    # The monospaced one draws ">=" and "--" as single signs by calt: a filter must show what was typed.
    options = subset.Options(layout_features=["kern", "ccmp", "locl", "mark", "mkmk"] + (["calt"] if tabular else []), name_IDs=["*"], notdef_outline=True,
                             hinting=False, desubroutinize=False, drop_tables=["DSIG", "SVG "])
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=SCRIPTS)
    cutter.subset(font)
    rename(font, family, style, weight)
    font.save(target)


def main():
    inter, mono, out = map(pathlib.Path, sys.argv[1:4])
    for style, weight in WEIGHTS.items():
        make(inter / f"Inter-{style}.otf", out / f"PilothouseSans-{style}.otf", "Pilothouse Sans", style, weight, True)
    make(mono / "JetBrainsMono-Regular.ttf", out / "PilothouseMono-Regular.ttf", "Pilothouse Mono", "Regular", 400, False)


if __name__ == "__main__":
    main()
