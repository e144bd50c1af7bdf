#include "linkwork/simulation/queries/parameters.hpp"

#include <array>
#include <span>
#include <utility>

#include "linkwork/errors.hpp"
#include "linkwork/mechanism/wording.hpp"
#include "linkwork/simulation/arguments.hpp"

namespace linkwork {

namespace {

template <typename Owner>
struct Field {
  std::string_view name;
  double& (*of)(Owner&);
};

constexpr std::array<Field<Body>, 10> bodyFields{
    {{"mass", [](Body& body) -> double& { return body.mass; }},
     {"centerOfMass.x", [](Body& body) -> double& { return body.centerOfMass[0]; }},
     {"centerOfMass.y", [](Body& body) -> double& { return body.centerOfMass[1]; }},
     {"centerOfMass.z", [](Body& body) -> double& { return body.centerOfMass[2]; }},
     {"inertia.xx", [](Body& body) -> double& { return body.inertia[0]; }},
     {"inertia.yy", [](Body& body) -> double& { return body.inertia[1]; }},
     {"inertia.zz", [](Body& body) -> double& { return body.inertia[2]; }},
     {"inertia.xy", [](Body& body) -> double& { return body.inertia[3]; }},
     {"inertia.xz", [](Body& body) -> double& { return body.inertia[4]; }},
     {"inertia.yz", [](Body& body) -> double& { return body.inertia[5]; }}}};

constexpr std::array<Field<Joint>, 7> frameFields{
    {{"parentFrame.position.x",
      [](Joint& joint) -> double& { return joint.parentFrame.position[0]; }},
     {"parentFrame.position.y",
      [](Joint& joint) -> double& { return joint.parentFrame.position[1]; }},
     {"parentFrame.position.z",
      [](Joint& joint) -> double& { return joint.parentFrame.position[2]; }},
     {"childFrame.position.x",
      [](Joint& joint) -> double& { return joint.childFrame.position[0]; }},
     {"childFrame.position.y",
      [](Joint& joint) -> double& { return joint.childFrame.position[1]; }},
     {"childFrame.position.z",
      [](Joint& joint) -> double& { return joint.childFrame.position[2]; }},
     {"pitch", [](Joint& joint) -> double& { return joint.pitch; }}}};

constexpr std::array<Field<Joint>, 5> jointFields{
    {{"damping", [](Joint& joint) -> double& { return joint.damping; }},
     {"stiffness", [](Joint& joint) -> double& { return joint.stiffness; }},
     {"rest", [](Joint& joint) -> double& { return joint.rest; }},
     {"friction", [](Joint& joint) -> double& { return joint.friction; }},
     {"armature", [](Joint& joint) -> double& { return joint.armature; }}}};

constexpr std::array<Field<Mechanism>, 3> ownFields{
    {{"gravity.x", [](Mechanism& mechanism) -> double& { return mechanism.gravity[0]; }},
     {"gravity.y", [](Mechanism& mechanism) -> double& { return mechanism.gravity[1]; }},
     {"gravity.z", [](Mechanism& mechanism) -> double& { return mechanism.gravity[2]; }}}};

/// The field that a name ends with, after the name of its owner and a dot.
template <typename Fields>
auto fieldOf(const Fields& fields, std::string_view name, std::string_view& owner) {
  for (const auto& field : fields) {
    if (!name.ends_with(field.name) || name.size() < field.name.size() + 2) continue;
    owner = name.substr(0, name.size() - field.name.size());
    if (owner.back() != '.') continue;
    owner.remove_suffix(1);
    return &field;
  }
  return static_cast<decltype(fields.data())>(nullptr);
}

template <typename Fields>
std::string namesOf(const Fields& fields) {
  std::vector<std::string_view> names;
  for (const auto& field : fields) names.push_back(field.name);
  return detail::listed(names);
}

}  // namespace

double& parameterNamed(Mechanism& mechanism, std::string_view name) {
  for (const Field<Mechanism>& field : ownFields)
    if (field.name == name) return field.of(mechanism);
  std::string_view owner;
  if (const auto* field = fieldOf(bodyFields, name, owner)) {
    const int place = detail::placeOf(mechanism.bodies, owner, "body", "bodies");
    return field->of(mechanism.bodies[static_cast<std::size_t>(place)]);
  }
  for (const std::span<const Field<Joint>> fields :
       {std::span<const Field<Joint>>(jointFields), std::span<const Field<Joint>>(frameFields)})
    if (const auto* field = fieldOf(fields, name, owner)) {
      const int place = detail::placeOf(mechanism.joints, owner, "joint", "joints");
      return field->of(mechanism.joints[static_cast<std::size_t>(place)]);
    }
  throw MechanismError(
      "parameter", "no number is named " + detail::quoted(name) +
                       "; expected the name of a body, a dot and one of " + namesOf(bodyFields) +
                       "; that of a joint, a dot and one of " + namesOf(jointFields) + ", " +
                       namesOf(frameFields) + "; or one of " + namesOf(ownFields));
}

bool isLength(std::string_view name) {
  std::string_view owner;
  return fieldOf(frameFields, name, owner) != nullptr;
}

}  // namespace linkwork
