# The catalogue's robots are mechanism files. They are built into the library as text, so that they
# are there in a browser too: one generated source, written anew whenever a file changes.

file(GLOB robotFiles CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/cpp/linkwork/catalogue/robots/*.json")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${robotFiles})

set(entries "")
foreach(file ${robotFiles})
  get_filename_component(name "${file}" NAME_WE)
  file(READ "${file}" text)
  string(REGEX REPLACE "\n *" " " text "${text}")  # a JSON string holds no line break
  # Compilers limit how long a literal may be: pieces of 8000 characters stand side by side.
  string(LENGTH "${text}" length)
  set(pieces "")
  foreach(start RANGE 0 ${length} 8000)
    string(SUBSTRING "${text}" ${start} 8000 piece)
    string(APPEND pieces "\n    R\"json(${piece})json\"")
  endforeach()
  string(APPEND entries "  if (name == \"${name}\")\n    return${pieces};\n")
endforeach()

file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/generated/robot_files.cpp" @ONLY CONTENT
"// Written by cmake/EmbedRobots.cmake from cpp/linkwork/catalogue/robots/*.json.
#include \"linkwork/catalogue/robot_files.hpp\"

namespace linkwork::detail {

std::string_view robotFile(std::string_view name) {
@entries@  return {};
}

}  // namespace linkwork::detail
")
target_sources(linkwork_catalogue PRIVATE "${PROJECT_BINARY_DIR}/generated/robot_files.cpp")
