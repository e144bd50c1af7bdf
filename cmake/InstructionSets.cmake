# The innermost recursion is compiled once more for newer x86-64 processors and chosen at run time
# (cpp/linkwork/dynamics/kernels/passes_portable.cpp). Packing its scalar code into vectors makes it
# slower, and so do vectors of 256 bits, for which processors lower their clock; only the sines and
# cosines of all joints are computed two at a time.
file(GLOB fastPasses ${PROJECT_SOURCE_DIR}/cpp/linkwork/dynamics/kernels/passes_*.cpp)
set_source_files_properties(${fastPasses} PROPERTIES
  SKIP_PRECOMPILE_HEADERS ON
  COMPILE_OPTIONS "$<IF:$<CXX_COMPILER_ID:GNU>,-fno-tree-vectorize,-fno-vectorize;-fno-slp-vectorize>")
set(laneFolder ${PROJECT_SOURCE_DIR}/cpp/linkwork/ensemble)
file(GLOB laneSteps ${laneFolder}/lane_steps_*.cpp)
set_source_files_properties(${laneSteps} PROPERTIES
  SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND NOT EMSCRIPTEN
   AND NOT LINKWORK_SANITIZERS  # the same code: once is enough
   AND NOT LINKWORK_REPRODUCIBLE)
  set(folder ${PROJECT_SOURCE_DIR}/cpp/linkwork/dynamics/kernels)
  file(GLOB laneSources ${laneFolder}/lane_*.cpp)
  set_property(SOURCE ${fastPasses} ${laneSources} APPEND PROPERTY
               COMPILE_DEFINITIONS LINKWORK_X86_64)
  set_property(SOURCE ${folder}/passes_x86_64_v3.cpp APPEND PROPERTY COMPILE_OPTIONS
               "-march=x86-64-v3;-mprefer-vector-width=128;-ffp-contract=fast")
  set_property(SOURCE ${folder}/passes_x86_64_v4.cpp APPEND PROPERTY COMPILE_OPTIONS
               "-march=x86-64-v4;-mprefer-vector-width=128;-ffp-contract=fast")
  # Products and sums that different operators of a class compute are fused only by -ffp-contract=fast.
  # Copies side by side are in whole vectors already.
  set_property(SOURCE ${laneFolder}/lane_steps_x86_64_v3.cpp APPEND PROPERTY COMPILE_OPTIONS
               "-march=x86-64-v3;-ffp-contract=fast")
  set_property(SOURCE ${laneFolder}/lane_steps_x86_64_v4.cpp APPEND PROPERTY COMPILE_OPTIONS
               "-march=x86-64-v4;-mprefer-vector-width=512;-ffp-contract=fast")
endif()
