# SPDX-FileCopyrightText: Pilothouse contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# How every target of this tree is made: one set of warnings and definitions, one way to add a library or a test.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_AUTOMOC ON)
set(CMAKE_AUTORCC ON)

option(PILOTHOUSE_SANITIZE "Build with the address and undefined-behaviour sanitizers" OFF)

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime "${CCACHE}")
endif()
find_program(MOLD mold)
if(MOLD AND NOT PILOTHOUSE_SANITIZE)
  add_link_options(-fuse-ld=mold)
endif()

add_library(pilothouse_flags INTERFACE)
target_compile_options(pilothouse_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror
  -Wno-missing-field-initializers) # designated initializers leave members out on purpose
target_compile_definitions(pilothouse_flags INTERFACE
  QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_URL_CAST_FROM_STRING QT_NO_FOREACH
  QT_NO_NARROWING_CONVERSIONS_IN_CONNECT QT_DISABLE_DEPRECATED_BEFORE=0x060400
  PILOTHOUSE_VERSION="${PROJECT_VERSION}")
target_include_directories(pilothouse_flags INTERFACE "${CMAKE_SOURCE_DIR}")
if(CMAKE_COMPILER_IS_GNUCXX)
  target_compile_options(pilothouse_flags INTERFACE -fpch-preprocess)
endif()
if(PILOTHOUSE_SANITIZE)
  target_compile_options(pilothouse_flags INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  target_link_options(pilothouse_flags INTERFACE -fsanitize=address,undefined)
endif()

# pilothouse_library(NAME SOURCES a.cpp … LINK Qt6::Core …)
function(pilothouse_library name)
  cmake_parse_arguments(arg "" "" "SOURCES;LINK" ${ARGN})
  add_library(${name} STATIC ${arg_SOURCES})
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
  target_link_libraries(${name} PUBLIC pilothouse_flags ${arg_LINK})
  target_precompile_headers(${name} PRIVATE "${CMAKE_SOURCE_DIR}/cmake/pch_core.h")
endfunction()

# tests_LABEL builds what the tests of one label need: scripts/test asks for no more.
foreach(label fast fault fuzz gui ssh slurm)
  add_custom_target(tests_${label})
endforeach()

# pilothouse_test(NAME LABEL fast SOURCES … LINK …): every PILOTHOUSE_TEST class in the sources runs in one process.
# GUI makes it a QApplication on the offscreen platform.
function(pilothouse_test name)
  cmake_parse_arguments(arg "GUI" "LABEL;TIMEOUT" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${arg_SOURCES} $<IF:$<BOOL:${arg_GUI}>,${CMAKE_SOURCE_DIR}/tests/support/guirunner.cpp,${CMAKE_SOURCE_DIR}/tests/support/runner.cpp>)
  target_link_libraries(${name} PRIVATE pilothouse_flags Qt6::Test ${arg_LINK})
  target_precompile_headers(${name} PRIVATE "${CMAKE_SOURCE_DIR}/cmake/pch_core.h" <QtTest>)
  if(Qt6_VERSION VERSION_GREATER_EQUAL 6.5)
    # QTRY_… there narrows milliseconds within the test's own lines; a source's options stand last.
    set_source_files_properties(${arg_SOURCES} PROPERTIES COMPILE_OPTIONS -Wno-conversion)
  endif()
  if(NOT TARGET tests_${arg_LABEL})
    add_custom_target(tests_${arg_LABEL})
  endif()
  add_dependencies(tests_${arg_LABEL} ${name})
  add_test(NAME ${name} COMMAND ${name})
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  set_tests_properties(${name} PROPERTIES LABELS "${arg_LABEL}" TIMEOUT ${arg_TIMEOUT}
    ENVIRONMENT "QT_QPA_PLATFORM=offscreen;LC_ALL=C.UTF-8;PILOTHOUSE_SOURCE_DIR=${CMAKE_SOURCE_DIR}")
endfunction()
