#include "input.hpp"

#include <limits>

#include "linkwork/catalogue.hpp"
#include "linkwork/errors.hpp"

namespace linkwork::fuzz {

using detail::JsonValue;
using Kind = JsonValue::Kind;

namespace {
const JsonValue none;

double numberOf(const JsonValue& value) {
  if (value.kind == Kind::number) return value.number;
  return value.kind == Kind::boolean && value.number != 0
             ? std::numeric_limits<double>::infinity()
             : std::numeric_limits<double>::quiet_NaN();
}
}  // namespace

const JsonValue& member(const JsonValue& object, std::string_view key) {
  for (std::size_t i = 0; i < object.keys.size(); ++i)
    if (object.keys[i] == key) return object.items[i];
  return none;
}

const JsonValue& item(const JsonValue& array, std::size_t index) {
  return index < array.items.size() ? array.items[index] : none;
}

std::vector<double> numbersOf(const JsonValue& array) {
  std::vector<double> numbers;
  for (const JsonValue& each : array.items) numbers.push_back(numberOf(each));
  return numbers;
}

std::string textOf(const JsonValue& value) {
  return value.kind == Kind::null ? std::string() : detail::writeJson(value, -1);
}

Mechanism namedMechanism(const JsonValue& object) {
  Mechanism mechanism =
      catalogueMechanism(member(object, "mechanism").string, textOf(member(object, "options")));
  if (mechanism.joints.size() > 100) throw MechanismError("options", "more than 100 joints");
  return mechanism;
}

}  // namespace linkwork::fuzz
