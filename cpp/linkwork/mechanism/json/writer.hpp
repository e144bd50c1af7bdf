#pragma once

#include <functional>
#include <span>

#include "linkwork/errors.hpp"
#include "linkwork/mechanism/fields/tables.hpp"
#include "linkwork/mechanism/json/value.hpp"

namespace linkwork::fields {

using detail::JsonValue;

inline JsonValue numbersJson(std::span<const double> numbers) {
  JsonValue array{JsonValue::Kind::array};
  for (const double number : numbers) array.items.emplace_back(number);
  return array;
}

/// The name of a joint's type or of the kind of its function.
inline std::string_view jointTypeInFile(const JointGeometry& joint) {
  if (std::holds_alternative<UserFunction>(joint.function))
    throw MechanismError("joints",
                         "a joint that is a function of the program, as functionJoint "
                         "makes them, cannot be written to a file");
  return Names<JointGeometry>::list[typeIndex(joint)].name;
}

/// The JSON value of a part or of a value in it.
template <typename Value>
JsonValue jsonOf(const Value& value);

/// Adds the fields of a part, without those of other types and without defaults.
template <typename P>
void addFields(JsonValue& object, const P& part) {
  forEachField<Part<P>>(
      [&]<typename Access, Presence presence>(const Field<Access, presence>& field) {
        if (!applies(field, part)) return;
        const auto& value = std::invoke(field.access, part);
        if constexpr (presence == Presence::optional)
          if (value == field.usual(part)) return;
        object.add(field.key, jsonOf(value));
      });
}

template <typename Value>
JsonValue jsonOf(const Value& value) {
  using Kind = JsonValue::Kind;
  if constexpr (std::is_same_v<Value, bool>) {
    return JsonValue{Kind::boolean, value ? 1.0 : 0.0};
  } else if constexpr (std::is_arithmetic_v<Value>) {
    return JsonValue{static_cast<double>(value)};
  } else if constexpr (std::is_same_v<Value, std::string>) {
    return JsonValue{value};
  } else if constexpr (std::is_enum_v<Value>) {
    const auto index = static_cast<std::size_t>(value);
    return JsonValue{std::string(Names<Value>::list[index].name)};
  } else if constexpr (std::is_same_v<Value, Version>) {
    return JsonValue{double(Version::number)};
  } else if constexpr (std::is_same_v<Value, Eigen::Quaterniond>) {
    return numbersJson(std::span(value.coeffs().data(), 4));
  } else if constexpr (requires { value.RowsAtCompileTime; }) {
    return numbersJson(std::span(value.data(), static_cast<std::size_t>(value.size())));
  } else if constexpr (std::is_same_v<Value, Nonholonomic>) {
    JsonValue result{Kind::object};
    result.add("type", JsonValue{std::string(Names<Value>::list[value.index()].name)});
    std::visit([&](const auto& each) { addFields(result, each); }, value);
    return result;
  } else if constexpr (std::is_same_v<Value, CustomJoint::Move>) {
    return std::visit([](const auto& each) { return jsonOf(each); }, value);
  } else if constexpr (requires { value.has_value(); }) {
    return jsonOf(*value);
  } else if constexpr (IsPart<Value>) {
    JsonValue result{Kind::object};
    addFields(result, value);
    return result;
  } else if constexpr (requires { typename Value::mapped_type; }) {
    JsonValue result{Kind::object};
    for (const auto& [name, item] : value) result.add(name, jsonOf(item));
    return result;
  } else if constexpr (requires { value.joint; }) {
    return JsonValue{std::string(jointTypeInFile(value.joint))};
  } else {
    JsonValue result{Kind::array};
    for (const auto& item : value) result.items.push_back(jsonOf(item));
    return result;
  }
}

}  // namespace linkwork::fields
