# What script/fuzz runs: programs of libFuzzer, one for each kind of input (tests/fuzz). Those whose
# inputs are JSON have mutations of their own.
function(addFuzzer kind)
  set(name linkwork_fuzz_${kind})
  add_executable(${name} EXCLUDE_FROM_ALL tests/fuzz/${kind}.cpp ${ARGN})
  target_link_libraries(${name} PRIVATE linkwork_fuzz)
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  applyCodeRules(${name})
  add_dependencies(fuzzers ${name})
endfunction()

if(LINKWORK_SANITIZERS AND CMAKE_CXX_COMPILER_ID MATCHES Clang)
  add_library(linkwork_fuzz STATIC EXCLUDE_FROM_ALL
    tests/fuzz/laws.cpp tests/fuzz/input.cpp tests/fuzz/readings.cpp tests/fuzz/json_mutator.cpp)
  target_link_libraries(linkwork_fuzz PUBLIC linkwork_papers linkwork_catalogue)
  applyCodeRules(linkwork_fuzz)

  add_custom_target(fuzzers)
  addFuzzer(mechanism tests/fuzz/json_hooks.cpp)
  addFuzzer(state tests/fuzz/json_hooks.cpp)
  addFuzzer(calls tests/fuzz/json_hooks.cpp)
  addFuzzer(expression)
endif()
