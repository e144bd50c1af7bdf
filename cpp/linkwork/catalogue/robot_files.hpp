#pragma once

#include <string_view>

namespace linkwork::detail {

/// The mechanism file of a robot of the catalogue, by its name in mechanism/robots
/// ("mini_cheetah"), as the build put it into the library (cmake/EmbedRobots.cmake); empty if there
/// is none.
std::string_view robotFile(std::string_view name);

}  // namespace linkwork::detail
