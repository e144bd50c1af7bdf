#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "linkwork/mechanism.hpp"

/// What a table of fields is made of. tables.hpp has one table for each part of a mechanism: the
/// reader, the writer, the checks, the JSON Schema and the TypeScript types are computed from it.
namespace linkwork::fields {

enum class Presence {
  required,  ///< a file must have the field
  written,   ///< a file may leave out the field, the writer always writes it
  optional   ///< a file may leave out the field, the writer leaves out the default
};

/// What a string or a vector means.
enum class Meaning {
  plain,
  name,         ///< at least one character, unique in its list
  bodyName,     ///< the same, and not "world"
  body,         ///< name of a body
  bodyOrWorld,  ///< name of a body, or "world"
  joint,        ///< name of a tree joint with one coordinate
  tendon,       ///< name of a tendon
  title,        ///< text that TypeScript types require and files may leave out
  identifier,   ///< name of a coordinate in expressions
  expression,   ///< text or number in files
  color,        ///< "#rrggbb"
  direction,    ///< vector of any length but zero; readers give it length 1
  namedAxis,    ///< vector, or "x", "y" or "z" in files
  notZero       ///< number
};

/// What holds for the values of a field: for each number of a vector, for each string of a list.
struct Rule {
  static constexpr double open = std::numeric_limits<double>::infinity();
  static constexpr std::size_t many = std::numeric_limits<std::size_t>::max();

  Meaning meaning = Meaning::plain;
  std::string_view unit{};
  double lowest = -open, highest = open;
  bool excludesLowest = false;
  std::size_t fewest = 0, most = many;  ///< items of a list
  std::string_view items{};             ///< what an error calls the items

  constexpr Rule in(std::string_view unitOfNumbers) const {
    Rule result = *this;
    result.unit = unitOfNumbers;
    return result;
  }
  constexpr Rule as(Meaning meaningOfValues) const {
    Rule result = *this;
    result.meaning = meaningOfValues;
    return result;
  }
};

constexpr Rule is(Meaning meaning) { return {.meaning = meaning}; }
constexpr Rule unit(std::string_view unit) { return {.unit = unit}; }
constexpr Rule above(double bound) { return {.lowest = bound, .excludesLowest = true}; }
constexpr Rule atLeast(double bound) { return {.lowest = bound}; }
constexpr Rule between(double lowest, double highest) {
  return {.lowest = lowest, .highest = highest};
}
constexpr Rule count(std::string_view items, std::size_t fewest, std::size_t most = Rule::many) {
  return {.fewest = fewest, .most = most, .items = items};
}

/// A set of types of a part, one bit each.
using Types = std::uint32_t;

constexpr Types typeBit(std::size_t index) { return Types{1} << index; }

/// The set of these enumerators and sets.
template <typename... Each>
constexpr Types types(Each... each) {
  const auto bits = [](auto one) {
    if constexpr (std::is_enum_v<decltype(one)>)
      return typeBit(static_cast<std::size_t>(one));
    else
      return Types{one};
  };
  return (bits(each) | ...);
}

/// A member of the function that a joint is, or the function itself.
template <typename Function, auto member = nullptr>
struct OfFunction {
  template <typename Joint>
  auto& operator()(Joint& joint) const {
    auto& function = std::get<Function>(joint.function);
    if constexpr (std::is_null_pointer_v<decltype(member)>)
      return function;
    else
      return function.*member;
  }
  static auto usual() {
    if constexpr (std::is_null_pointer_v<decltype(member)>)
      return Function();
    else
      return Function().*member;
  }
};

/// A value that all parts share: one that a file states and the part does not store.
template <typename Value>
struct Shared {
  template <typename Part>
  Value operator()(const Part&) const {
    return {};
  }
  static Value usual() { return {}; }
};

/// The type of a joint, which may be the kind of its function.
template <typename Joint>
struct JointTypeOf {
  Joint& joint;
};

struct AccessJointType {
  template <typename Joint>
  JointTypeOf<Joint> operator()(Joint& joint) const {
    return {joint};
  }
};

template <typename Part>
inline const Part newPart{};

/// Whether a field is a member of its part, and not of the function of a joint.
template <typename Access>
concept Member = std::is_member_object_pointer_v<Access>;

/// One field of a part. `access(part)` returns a reference to its value.
template <typename Access, Presence howPresent>
struct Field {
  static constexpr Presence presence = howPresent;

  std::string_view key;
  Access access;
  Rule rule;
  std::string_view description;
  Types types = ~Types{0};  ///< of the part that have the field
  Access fallback{};        ///< member that a missing value is copied from, if not null

  template <typename... Each>
  constexpr Field of(Each... enumerators) const {
    Field result = *this;
    result.types = fields::types(enumerators...);
    return result;
  }
  constexpr Field orElse(Access member) const {
    Field result = *this;
    result.fallback = member;
    return result;
  }

  /// Whether a missing value is a copy of another member.
  constexpr bool isCopy() const {
    if constexpr (Member<Access>) return fallback != nullptr;
    return false;
  }
  /// The value of the field of a new part.
  decltype(auto) usual() const {
    if constexpr (Member<Access>)
      return memberOfNewPart(access);
    else
      return access.usual();
  }
  /// The value that a file leaves out.
  template <typename Part>
  decltype(auto) usual(const Part& part) const {
    if constexpr (Member<Access>)
      return isCopy() ? part.*fallback : usual();
    else
      return usual();
  }

 private:
  template <typename Part, typename Value>
  static const Value& memberOfNewPart(Value Part::*member) {
    return newPart<Part>.*member;
  }
};

template <typename Access>
constexpr Field<Access, Presence::required> required(std::string_view key, Access access, Rule rule,
                                                     std::string_view description = {}) {
  return {key, access, rule, description};
}
template <typename Access>
constexpr Field<Access, Presence::written> written(std::string_view key, Access access, Rule rule,
                                                   std::string_view description = {}) {
  return {key, access, rule, description};
}
template <typename Access>
constexpr Field<Access, Presence::optional> optional(std::string_view key, Access access, Rule rule,
                                                     std::string_view description = {}) {
  return {key, access, rule, description};
}

/// The name of an enumerator in files, and what it is.
struct Named {
  std::string_view name;
  std::string_view description{};
};

/// The name of a part, its description and its `fields`. Optional members:
///
///   Base        part whose fields come first
///   Type        key of Names: the part has a type, which decides on its fields
///   inFiles     types that files may name
///   atLeastOne  keys of which a file needs one
template <typename>
struct Part;

inline constexpr Rule lengths = unit("m"), sizes = above(0).in("m");

}  // namespace linkwork::fields
