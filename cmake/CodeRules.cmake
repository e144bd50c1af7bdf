# What holds for every target of ours: C++20, warnings, and the flags that both sides of a link must
# share. Floating point stays IEEE: never -ffast-math, which would break the error bounds we test.

set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(LINKWORK_ARCH "" CACHE STRING
    "Instruction set for -march, e.g. native or x86-64-v3; empty: the compiler's portable default")

# g++ also counts constructors' parameters named like the members they set and designated initialisers
# that leave members as they are, as clang++ does from 19 on, and sees uninitialised reads and copies
# of endless length that overlap inside Eigen, and more than 16 numbers wherever std::sort is. In a unity
# build clang++ would count names of other files in the same unit as shadowed.
set(gnuWarnings -Wshadow=local -Wnon-virtual-dtor -Woverloaded-virtual -Wno-maybe-uninitialized
    -Wno-stringop-overflow -Wno-restrict -Wno-array-bounds -Wno-missing-field-initializers)
set(clangWarnings $<$<NOT:$<BOOL:${LINKWORK_UNITY}>>:-Wshadow> -Wnon-virtual-dtor -Woverloaded-virtual)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 19)
  list(APPEND clangWarnings -Wno-missing-designated-field-initializers)
endif()

# Eigen's alignment, and how it allocates, would depend on the instruction set that each side of a link
# is compiled for (include/linkwork/version.hpp).
set(eigenDefinitions EIGEN_MAX_ALIGN_BYTES=16 EIGEN_MALLOC_ALREADY_ALIGNED=0)
if(LINKWORK_REPRODUCIBLE)
  list(APPEND eigenDefinitions EIGEN_DONT_VECTORIZE)  # vectors change the order of sums
endif()

# What clang's sanitizers leave out, and what they take in for libFuzzer (tests/fuzz). Checks between
# its operations keep a loop from becoming vectors, whatever its pragma says.
set(clangSanitizers
    "-fsanitize-ignorelist=${PROJECT_SOURCE_DIR}/cmake/sanitizers.ignore"
    -fsanitize-coverage=inline-8bit-counters,pc-table -Wno-pass-failed)

# Which lines of ours ran: each program adds its counts, when it ends, to a file that script/test reads.
set(clangCoverage "-fprofile-instr-generate=${PROJECT_SOURCE_DIR}/build/coverage/c++/%m.profraw"
    -fcoverage-mapping "-fprofile-list=${PROJECT_SOURCE_DIR}/cmake/coverage.list")

function(applyCodeRules target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON
    UNITY_BUILD ${LINKWORK_UNITY} UNITY_BUILD_BATCH_SIZE 32)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic
    "$<IF:$<CXX_COMPILER_ID:GNU>,${gnuWarnings},${clangWarnings}>"
    $<$<BOOL:${LINKWORK_WARNINGS_AS_ERRORS}>:-Werror>)
  if(CMAKE_CXX_COMPILER_LAUNCHER MATCHES ccache AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  endif()
  if(LINKWORK_SANITIZERS)
    set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_compile_options(${target} PRIVATE ${sanitizers}
      $<$<CXX_COMPILER_ID:Clang>:${clangSanitizers};${clangCoverage}>)
    target_link_options(${target} PUBLIC ${sanitizers}
      $<$<CXX_COMPILER_ID:Clang>:-fprofile-instr-generate>)
  endif()
  target_compile_definitions(${target} PUBLIC ${eigenDefinitions})
  if(LINKWORK_ARCH)
    target_compile_options(${target} PRIVATE -march=${LINKWORK_ARCH})
  endif()
  if(LINKWORK_REPRODUCIBLE)
    target_compile_options(${target} PRIVATE -ffp-contract=off)
  endif()
  if(EMSCRIPTEN)
    # LLVM 14 packs x = x * y of a jet into vectors wrongly: it reads x again after writing to it.
    target_compile_options(${target} PRIVATE -fwasm-exceptions -msimd128 -fno-slp-vectorize)
    target_link_options(${target} PUBLIC -fwasm-exceptions)
  endif()
endfunction()
