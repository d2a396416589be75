// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/languages.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

namespace pilothouse {

using namespace Qt::StringLiterals;

QStringList languages()
{
    return {u"en"_s, u"zh_CN"_s};
}

void speak(QCoreApplication &application, const QString &language)
{
    const bool chinese = language.isEmpty()
        ? QLocale::system().language() == QLocale::Chinese && QLocale::system().script() == QLocale::SimplifiedChineseScript
        : language == "zh_CN"_L1;
    if (!language.isEmpty())
        QLocale::setDefault(chinese ? QLocale(QLocale::Chinese, QLocale::China) : QLocale(QLocale::English, QLocale::UnitedStates));
    if (!chinese)
        return;
    // Qt's own words (dialog buttons) come from the system where it has them.
    const QString ofQt = QLibraryInfo::path(QLibraryInfo::TranslationsPath);
    for (const auto &[name, folder] : {std::pair(u"qtbase_zh_CN"_s, ofQt), std::pair(u"pilothouse_zh_CN"_s, u":/i18n"_s)}) {
        auto *translator = new QTranslator(&application);
        if (translator->load(name, folder))
            QCoreApplication::installTranslator(translator);
        else
            delete translator;
    }
}

} // namespace pilothouse
