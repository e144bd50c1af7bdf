#pragma once

#include <string_view>

namespace linkwork {

/// The library's version, "major.minor.patch".
std::string_view version();

}  // namespace linkwork
