#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <string>
#include <type_traits>

#include "linkwork/mechanism/fields/tables.hpp"
#include "linkwork/mechanism/json/writer.hpp"

/// The files of the npm package that follow from the tables of fields.
namespace linkwork::formats {

/// The JSON Schema of mechanism files, formatted as Biome formats it.
std::string jsonSchema();

/// The TypeScript types of mechanism files and state files.
std::string typeScriptTypes();

/// The description of a field, with its unit at the end of the first sentence.
template <typename Access, fields::Presence presence>
std::string describe(const fields::Field<Access, presence>& field) {
  std::string text(field.description);
  if (!field.rule.unit.empty())
    text.insert(std::min(text.find(". "), text.size() - 1),
                " [" + std::string(field.rule.unit) + "]");
  return text;
}

/// The default of a field as JSON; null if it is an object, a list, a text or infinite.
template <typename Access, fields::Presence presence>
detail::JsonValue defaultOf(const fields::Field<Access, presence>& field) {
  using Kind = detail::JsonValue::Kind;
  if constexpr (fields::Member<Access> || requires { field.access.usual(); })
    if constexpr (std::equality_comparable<decltype(field.usual())> &&
                  !requires { field.usual().has_value(); }) {
      if (presence == fields::Presence::required || field.isCopy()) return {};
      detail::JsonValue value = fields::jsonOf(field.usual());
      const bool isText = std::is_same_v<std::remove_cvref_t<decltype(field.usual())>, std::string>;
      const bool isOpen = value.kind == Kind::number && !std::isfinite(value.number);
      if (value.kind != Kind::object && !isText && !isOpen &&
          (value.kind != Kind::array || !value.items.empty()))
        return value;
    }
  return {};
}

/// Whether all types of a part have a field.
template <typename Access, fields::Presence presence>
bool isCommon(const fields::Field<Access, presence>& field) {
  return field.types == ~fields::Types{0};
}

/// The parts in the order in which files define them.
template <typename Visit>
void forEachPart(Visit&& visit) {
  const auto each = [&]<typename... P>(std::type_identity<P>... parts) { (visit(parts), ...); };
  each(std::type_identity<Frame>(), std::type_identity<Body>(), std::type_identity<Shape>(),
       std::type_identity<Curve>(), std::type_identity<JointGeometry>(),
       std::type_identity<Joint>(), std::type_identity<JointLimits>(),
       std::type_identity<CoordinateLimits>(), std::type_identity<BallLimits>(),
       std::type_identity<BreakLimits>(), std::type_identity<Loop>(),
       std::type_identity<CurveJoint>(), std::type_identity<SurfaceJoint>(),
       std::type_identity<ContactSurface>(), std::type_identity<CustomJoint::Translation>(),
       std::type_identity<CustomJoint::Rotation>(), std::type_identity<CustomJoint::Range>(),
       std::type_identity<Coupling>(), std::type_identity<CouplingTerm>(),
       std::type_identity<CouplingFunction>(), std::type_identity<RollingDisc>(),
       std::type_identity<KnifeEdge>(), std::type_identity<VelocityRatio>(),
       std::type_identity<Site>(), std::type_identity<Range>(), std::type_identity<TendonPoint>(),
       std::type_identity<Tendon>(), std::type_identity<ContactPair>(),
       std::type_identity<Actuator>(), std::type_identity<ContactModel>(),
       std::type_identity<Collider>(), std::type_identity<About>(),
       std::type_identity<std::optional<NamedState>>(), std::type_identity<NamedState>(),
       std::type_identity<Mechanism>());
}

}  // namespace linkwork::formats
