# One Catch2 binary from tests/cpp; natively every test case becomes a ctest of its own. Test cases of
# seconds have the tag [slow] and the label `slow` (ctest -LE slow). Built with Emscripten the same binary
# runs in Node.

# Lets Node run a test program that Emscripten builds; elsewhere it changes nothing.
function(runInNode target)
  if(EMSCRIPTEN)
    target_link_options(${target} PRIVATE
      -O1 -sENVIRONMENT=node -sNODERAWFS=1 -sEXIT_RUNTIME=1 -sALLOW_MEMORY_GROWTH -sTOTAL_STACK=8388608
      -sALLOW_TABLE_GROWTH  # emitted WebAssembly is linked
      --pre-js "${PROJECT_SOURCE_DIR}/cmake/node_environment.js")
    set_property(TARGET ${target} APPEND PROPERTY
      LINK_DEPENDS "${PROJECT_SOURCE_DIR}/cmake/node_environment.js")
    # Emscripten writes a CommonJS script, whatever the package.json above the build folder says.
    file(WRITE "${PROJECT_BINARY_DIR}/package.json" "{ \"type\": \"commonjs\" }\n")
    find_program(LINKWORK_NODE node REQUIRED)
    set_property(TARGET ${target} PROPERTY CROSSCOMPILING_EMULATOR "${LINKWORK_NODE}")
  endif()
endfunction()

file(GLOB_RECURSE testSources CONFIGURE_DEPENDS tests/cpp/*.cpp)
if(testSources)
  # The tests' own code compiles in a third of the time without optimization; the library under test stays
  # at -O3. Dense computations take most of the time of a run: they are optimized.
  file(GLOB referenceSources tests/cpp/dynamics/dense_maximal.cpp tests/cpp/collision/solids.cpp
       tests/cpp/collision/geometry_test.cpp)
  list(REMOVE_ITEM testSources ${referenceSources})
  add_library(linkwork_references OBJECT ${referenceSources})
  add_executable(linkwork_tests ${testSources})
  foreach(target linkwork_references linkwork_tests)
    target_link_libraries(${target} PRIVATE linkwork_papers linkwork_catalogue linkwork_gpu
      Catch2::Catch2 nlohmann_json::nlohmann_json)
    target_include_directories(${target} PRIVATE tests/cpp)
    applyCodeRules(${target})
  endforeach()
  target_compile_options(linkwork_references PRIVATE -O1)
  if(EMSCRIPTEN OR LINKWORK_SANITIZERS)
    target_compile_options(linkwork_tests PRIVATE -O1)  # slow enough
  else()
    target_compile_options(linkwork_tests PRIVATE -O0)
  endif()
  # Of templates that several objects have, the linker keeps the first it sees: the optimized ones.
  target_link_options(linkwork_tests BEFORE PRIVATE $<FILTER:$<TARGET_OBJECTS:linkwork>,EXCLUDE,pch>)
  target_link_libraries(linkwork_tests PRIVATE linkwork_references)
  # What they include costs more to read than our tests; main.cpp defines Catch2 itself, so not there.
  target_precompile_headers(linkwork_tests PRIVATE
    <catch2/catch.hpp> <Eigen/Dense> <nlohmann/json.hpp>
    "${PROJECT_SOURCE_DIR}/tests/cpp/dynamics/fixture.hpp")
  set_source_files_properties(tests/cpp/main.cpp PROPERTIES
    SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON COMPILE_OPTIONS -O0)

  # Emitted C++ is compiled by the compiler that built the test, and loaded.
  set_source_files_properties(tests/cpp/codegen/link.cpp PROPERTIES
    COMPILE_DEFINITIONS LINKWORK_CXX="${CMAKE_CXX_COMPILER}" SKIP_UNITY_BUILD_INCLUSION ON)
  target_link_libraries(linkwork_tests PRIVATE ${CMAKE_DL_LIBS})

  runInNode(linkwork_tests)

  if(EMSCRIPTEN)  # Node takes longer to start than most cases to run: a few processes for them all
    foreach(part "[dynamics]" "[integrators]" "[maximal]" "~[dynamics]~[integrators]~[maximal]")
      add_test(NAME "tests tagged ${part}" COMMAND linkwork_tests "${part}"
               WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
    endforeach()
  else()
    include(Catch)
    catch_discover_tests(linkwork_tests WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}" TEST_SPEC "~[slow]")
    catch_discover_tests(linkwork_tests WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}" TEST_SPEC "[slow]"
                         PROPERTIES LABELS slow)
  endif()
endif()

# Writes the JSON Schema and the TypeScript types of mechanism files from the tables of their fields. The
# test fails if the files in the repository differ.
if(NOT EMSCRIPTEN)
  file(GLOB formatSources CONFIGURE_DEPENDS wasm_bindings/formats/*.cpp)
  add_executable(linkwork_formats ${formatSources})
  target_link_libraries(linkwork_formats PRIVATE linkwork nlohmann_json::nlohmann_json)
  applyCodeRules(linkwork_formats)
  target_compile_options(linkwork_formats PRIVATE -O0)  # a tenth of the time to compile; it runs once
  add_test(NAME formats COMMAND linkwork_formats --check WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
endif()

# The test cases about user input, quick to compile and to run: `script/test fuzz` runs them with
# sanitizers, `script/test smoke` as WebAssembly.
if(LINKWORK_SANITIZERS OR EMSCRIPTEN)
  file(GLOB quickSources CONFIGURE_DEPENDS tests/cpp/collision/*.cpp tests/cpp/catalogue/cat*_test.cpp
       tests/cpp/mechanism/bad_files_test.cpp tests/cpp/mechanism/j*_test.cpp
       tests/cpp/mechanism/shapes_test.cpp tests/cpp/model/clustering_test.cpp
       tests/cpp/symbolic/expression_text_test.cpp tests/cpp/dynamics/compile_checks_test.cpp
       tests/cpp/integrators/variational_options_test.cpp tests/cpp/simulation/answers_test.cpp
       tests/cpp/simulation/actuators_test.cpp tests/cpp/simulation/breaking_test.cpp
       tests/cpp/simulation/errors_test.cpp tests/cpp/simulation/pr*_test.cpp
       tests/cpp/simulation/sta*_test.cpp tests/cpp/simulation/t*_test.cpp)
  add_executable(linkwork_quick_tests EXCLUDE_FROM_ALL tests/cpp/main.cpp ${quickSources}
    tests/cpp/catalogue/initial_motion.cpp tests/cpp/joints/function_scenes.cpp
    tests/cpp/simulation/scenes.cpp tests/cpp/simulation/allocation_counter.cpp)
  target_link_libraries(linkwork_quick_tests PRIVATE linkwork_papers linkwork_catalogue Catch2::Catch2
    nlohmann_json::nlohmann_json)
  target_include_directories(linkwork_quick_tests PRIVATE tests/cpp)
  applyCodeRules(linkwork_quick_tests)
  target_precompile_headers(linkwork_quick_tests PRIVATE <catch2/catch.hpp> <Eigen/Dense>)
  runInNode(linkwork_quick_tests)
  if(EMSCRIPTEN)
    add_test(NAME smoke COMMAND linkwork_quick_tests WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  endif()
endif()

# A stranger's CMake project: install to an empty prefix, find_package(linkwork), build, run. It is
# built for other instruction sets than the library too, which must not matter, and forced to another
# alignment of Eigen's, which must be refused by name.
if(NOT EMSCRIPTEN AND NOT LINKWORK_SANITIZERS)
  set(consumer "${PROJECT_BINARY_DIR}/consumer")
  add_test(NAME install COMMAND ${CMAKE_COMMAND} --install "${PROJECT_BINARY_DIR}" --prefix "${consumer}/prefix")
  set_tests_properties(install PROPERTIES FIXTURES_SETUP installed LABELS slow)

  set(installedNotices "${consumer}/prefix/${CMAKE_INSTALL_DOCDIR}")
  add_test(NAME installed_notices COMMAND ${CMAKE_COMMAND} -E cat
    "${installedNotices}/LICENSE" "${installedNotices}/NOTICE")
  set_tests_properties(installed_notices PROPERTIES FIXTURES_REQUIRED installed LABELS slow)

  function(addConsumer name source flags program)
    add_test(NAME ${name} COMMAND ${CMAKE_CTEST_COMMAND}
      --build-and-test "${PROJECT_SOURCE_DIR}/${source}" "${consumer}/${name}"
      --build-generator "${CMAKE_GENERATOR}"
      --build-options "-DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}" "-DCMAKE_PREFIX_PATH=${consumer}/prefix"
                      -DCMAKE_BUILD_TYPE=Release "-DCMAKE_CXX_FLAGS=${flags}"
      --test-command ${program})
    set_tests_properties(${name} PROPERTIES FIXTURES_REQUIRED installed LABELS slow)
  endfunction()
  addConsumer(find_package examples/cpp "" "${CMAKE_CTEST_COMMAND};--output-on-failure")
  add_test(NAME pkg_config COMMAND sh -ec "
    export PKG_CONFIG_PATH='${consumer}/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig'
    '${CMAKE_CXX_COMPILER}' -std=c++20 -O1 four_bar.cpp $(pkg-config --cflags --libs linkwork_catalogue) \
      -o '${consumer}/by_pkg_config'
    '${consumer}/by_pkg_config'" WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}/examples/cpp")
  set_tests_properties(pkg_config PROPERTIES FIXTURES_REQUIRED installed LABELS slow)
  addConsumer(public_headers tests/consumer "" ./numbers)  # every header by itself, and what they promise
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    addConsumer(find_package_for_this_processor tests/consumer -march=native ./numbers)
    addConsumer(find_package_other_alignment tests/consumer
                "-mavx2 -UEIGEN_MAX_ALIGN_BYTES" ./numbers)
    addConsumer(find_package_other_static_alignment tests/consumer -DEIGEN_MAX_STATIC_ALIGN_BYTES=0
                ./numbers)
    set_tests_properties(find_package_other_alignment PROPERTIES PASS_REGULAR_EXPRESSION
      "linkwork needs EIGEN_MAX_ALIGN_BYTES=16 and")
    set_tests_properties(find_package_other_static_alignment PROPERTIES PASS_REGULAR_EXPRESSION
      "linkwork_is_compiled_with_EIGEN_MAX_STATIC_ALIGN_BYTES_0")
  endif()
endif()
