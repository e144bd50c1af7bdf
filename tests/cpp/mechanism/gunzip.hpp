#pragma once

#include <string>
#include <string_view>

namespace linkwork::test {

/// Returns the contents of a gzip file (RFC 1952) with one member. Throws std::runtime_error if the
/// file is truncated or its checksum is wrong.
std::string gunzip(std::string_view file);

}  // namespace linkwork::test
