#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The wording of errors: uniform names, lists and numbers.
namespace linkwork::detail {

/// The text in quotes, shortened if it is long, with control characters replaced.
std::string quoted(std::string_view text);
/// The same for strings, for which std::quoted would fit better where <iomanip> is read.
inline std::string quoted(const std::string& text) { return quoted(std::string_view(text)); }
inline std::string quoted(std::string& text) { return quoted(std::string_view(text)); }

/// A number with at most six digits, and its exponent without leading zeros: "1e-8".
std::string written(double number);

/// "0.4, 0.1, -0.02"
std::string written(std::span<const double> numbers);

/// "1 number", "3 numbers".
std::string counted(std::size_t count, const std::string& what);

/// "joints", "axes".
std::string pluralOf(std::string_view what);

/// "pelvis, thigh, shank, foot"; long lists end in "… and 1980 more".
std::string listed(std::span<const std::string_view> names);

/// The name that another one most likely means, or "" if none is close: that of the same thing if
/// it is a word of another library, or the one with the fewest letters to insert, delete or
/// replace, if those are at most a third of the name.
std::string_view nearestName(std::string_view typed, std::span<const std::string_view> names);

/// `; did you mean "thigh"? (bodies: pelvis, thigh, shank, foot)`, to end an error about a name.
std::string suggestion(std::string_view typed, std::string_view kinds,
                       std::span<const std::string_view> names);

/// The path of a member: `q.shoulder`, or `q["left hip"]` if the key is not a plain word.
std::string memberPath(const std::string& path, std::string_view key);

/// The path of an item: `joints[3]`.
std::string itemPath(const std::string& path, std::size_t index);

}  // namespace linkwork::detail
