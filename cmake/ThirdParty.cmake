# Other people's headers. Debian installs them for the native compiler; they are headers only, so
# Emscripten may use the same files, but must not see the rest of /usr/include: each is linked into
# a folder of the build tree on its own.

function(addHeaders target header)
  find_path(headers_${header} ${header} PATHS /usr/include /usr/local/include
            NO_CMAKE_FIND_ROOT_PATH REQUIRED)
  set(folder "${PROJECT_BINARY_DIR}/third_party/${header}")
  file(MAKE_DIRECTORY "${folder}")
  file(CREATE_LINK "${headers_${header}}/${header}" "${folder}/${header}" SYMBOLIC)
  add_library(${target} INTERFACE IMPORTED)
  target_include_directories(${target} SYSTEM INTERFACE "${folder}")
endfunction()

if(EMSCRIPTEN)
  find_package(Eigen3 3.4 CONFIG REQUIRED NO_CMAKE_FIND_ROOT_PATH)
  addHeaders(nlohmann_json::nlohmann_json nlohmann)
  if(LINKWORK_TESTS)
    addHeaders(Catch2::Catch2 catch2)
    list(APPEND CMAKE_MODULE_PATH /usr/lib/cmake/Catch2)
  endif()
else()
  find_package(Eigen3 3.4 CONFIG REQUIRED)
  find_package(nlohmann_json 3.11 REQUIRED)
  if(LINKWORK_TESTS)
    find_package(Catch2 2.13 REQUIRED)
  endif()
endif()
