#pragma once

#include <string>
#include <string_view>

namespace linkwork::test {

/// The contents of a gzip file (RFC 1952) of one member. Throws std::runtime_error where the file
/// is cut off or damaged: its checksum is compared.
std::string gunzip(std::string_view file);

}  // namespace linkwork::test
