#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

namespace linkwork::detail {

/// Where in a mechanism something stands, `joints[3].axis`. Whatever is checked has a path, and
/// hardly one is ever read: it is put into words where an error says it. Views the text and the
/// paths that it is made of.
class Path {
 public:
  Path(const char* text) : text_(text) {}
  Path(const std::string& text) : text_(text) {}
  /// `text[index]`
  Path(std::string_view text, std::size_t index) : text_(text), index_(index) {}

  Path operator+(std::string_view text) const { return {this, text, none}; }
  Path item(std::size_t index) const { return {this, {}, index}; }

  operator std::string() const {
    std::string result = start_ ? std::string(*start_) : std::string();
    result += text_;
    if (index_ != none) result += "[" + std::to_string(index_) + "]";
    return result;
  }

 private:
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  Path(const Path* start, std::string_view text, std::size_t index)
      : start_(start), text_(text), index_(index) {}

  const Path* start_ = nullptr;
  std::string_view text_;
  std::size_t index_ = none;
};

}  // namespace linkwork::detail
