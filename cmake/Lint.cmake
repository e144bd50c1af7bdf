# Targets that read sources without making objects of them; templates are instantiated, warnings are
# errors:
#   lint        clang-tidy (.clang-tidy) over the library
#   gnu         g++ over the library, where another compiler builds it
#   benchmarks  our compiler over the benchmarks, which take long to optimise
include(cmake/SourceBatches.cmake)

get_target_property(eigen Eigen3::Eigen INTERFACE_INCLUDE_DIRECTORIES)
list(TRANSFORM eigenDefinitions PREPEND -D OUTPUT_VARIABLE definitions)
set(readerFlags -std=c++20 "-I${PROJECT_SOURCE_DIR}/cpp/include" "-I${PROJECT_SOURCE_DIR}/cpp"
    "-I${PROJECT_SOURCE_DIR}/bench"
    -isystem "${eigen}" ${definitions} "-DLINKWORK_VERSION=\"\"")

find_program(LINKWORK_CLANG_TIDY clang-tidy)
if(LINKWORK_CLANG_TIDY)
  checkInBatches(lint 32 SOURCES ${librarySources} ${paperSources}
    FLAGS ${readerFlags} COMMAND ${LINKWORK_CLANG_TIDY} --quiet AFTER -- ${readerFlags}
    DEPENDS "${PROJECT_SOURCE_DIR}/.clang-tidy")
endif()

find_program(LINKWORK_GNU g++)
if(LINKWORK_GNU AND NOT EMSCRIPTEN)
  checkInBatches(gnu 32 SOURCES ${librarySources} ${paperSources}
    FLAGS ${readerFlags}
    COMMAND ${LINKWORK_GNU} -fsyntax-only ${readerFlags} -Wall -Wextra -Wpedantic ${gnuWarnings}
            -Werror)
endif()

if(LINKWORK_BENCHMARKS)
  add_custom_target(benchmarks)
  set(benchmarkFlags ${readerFlags} "-I${PROJECT_SOURCE_DIR}/tests/cpp")
  set(benchmarkCommand ${CMAKE_CXX_COMPILER} -fsyntax-only ${benchmarkFlags} -Wall -Wextra -Wpedantic
      -Werror)
  file(GLOB programs CONFIGURE_DEPENDS bench/*.cpp)  # one of its own each
  checkInBatches(benchmarks_single 1 SOURCES ${programs} FLAGS ${benchmarkFlags} COMMAND ${benchmarkCommand})
  add_dependencies(benchmarks benchmarks_single)
  file(GLOB mains CONFIGURE_DEPENDS bench/*/main.cpp bench/papers/*/*/main.cpp)  # one of all sources in its folder
  foreach(main ${mains})
    cmake_path(GET main PARENT_PATH folder)
    file(RELATIVE_PATH name "${PROJECT_SOURCE_DIR}/bench" "${folder}")
    string(MAKE_C_IDENTIFIER "${name}" name)
    file(GLOB sources CONFIGURE_DEPENDS "${folder}/*.cpp")
    checkInBatches(benchmarks_${name} 32 SOURCES ${sources} FLAGS ${benchmarkFlags}
                   COMMAND ${benchmarkCommand})
    add_dependencies(benchmarks benchmarks_${name})
  endforeach()
endif()
