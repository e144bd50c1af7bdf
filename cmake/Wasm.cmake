# The one WebAssembly artefact, wasm_bindings/dist/linkwork.mjs and linkwork.wasm: an ES module whose
# factory takes the bytes ({ wasmBinary }), so that it runs unchanged in browsers, workers and Node.

# The link step runs Debian's JavaScript modules; a Node that is not Debian's has to be told where.
set_property(GLOBAL PROPERTY RULE_LAUNCH_LINK "${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs")

file(GLOB bindingSources CONFIGURE_DEPENDS wasm_bindings/cpp/*.cpp)
if(bindingSources)
  add_executable(linkwork_wasm ${bindingSources})
  target_link_libraries(linkwork_wasm PRIVATE linkwork_papers linkwork_catalogue linkwork_gpu)
  applyCodeRules(linkwork_wasm)
  # A short download: only what runs in a step is compiled to be fast. Of templates that several objects
  # have, the linker keeps the first it sees: that of the fast code.
  foreach(target linkwork_papers linkwork_wasm)
    target_compile_options(${target} PRIVATE -Os)
  endforeach()
  target_link_options(linkwork_wasm BEFORE PRIVATE $<FILTER:$<TARGET_OBJECTS:linkwork>,EXCLUDE,pch>)
  set_target_properties(linkwork_wasm PROPERTIES
    OUTPUT_NAME linkwork SUFFIX .mjs
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_SOURCE_DIR}/wasm_bindings/dist"
    LINK_DEPENDS "${PROJECT_SOURCE_DIR}/wasm_bindings/cpp/embind_calls.js")
  target_link_options(linkwork_wasm PRIVATE
    --bind
    -sDYNAMIC_EXECUTION=0  # pages whose policy forbids eval may use it
    --js-library ${PROJECT_SOURCE_DIR}/wasm_bindings/cpp/embind_calls.js
    -sMODULARIZE -sEXPORT_ES6 -sEXPORT_NAME=createLinkwork
    -sENVIRONMENT=web,worker -sFILESYSTEM=0
    -sALLOW_MEMORY_GROWTH -sINITIAL_MEMORY=33554432
    -sALLOW_TABLE_GROWTH  # compiled mechanisms are linked while it runs
    -sTOTAL_STACK=8388608)  # chains of thousands of links pass through recursive JSON and set-up code
endif()
