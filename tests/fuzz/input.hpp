#pragma once

#include <string>
#include <vector>

#include "linkwork/mechanism.hpp"
#include "linkwork/mechanism/json/value.hpp"

/// Readers of JSON inputs, with defaults for missing members.
namespace linkwork::fuzz {

/// The member of a key; null if there is none.
const detail::JsonValue& member(const detail::JsonValue& object, std::string_view key);

/// The item of an array; null beyond its end.
const detail::JsonValue& item(const detail::JsonValue& array, std::size_t index);

/// The numbers of an array; true is infinity, what is no number is NaN.
std::vector<double> numbersOf(const detail::JsonValue& array);

/// The text of a value; none of null.
std::string textOf(const detail::JsonValue& value);

/// The mechanism of the catalogue that `mechanism` and `options` of an object name. Throws
/// MechanismError, also where it would have more than 100 joints: of that each step is long.
Mechanism namedMechanism(const detail::JsonValue& object);

}  // namespace linkwork::fuzz
