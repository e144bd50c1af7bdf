#include "linkwork/json.hpp"
#include "linkwork/mechanism/joint_functions.hpp"
#include "linkwork/mechanism/loop_functions.hpp"

#include <cmath>

#include "linkwork/errors.hpp"
#include "linkwork/mechanism/validate/checks.hpp"
#include "linkwork/mechanism/wording.hpp"

namespace linkwork {

namespace detail {

void NameIndex::add(std::string_view name) {
  const Path item(list_, names_.size()), path = item.member("name");
  if (name.empty()) throw MechanismError(path, "is empty; a name needs at least one character");
  const auto [place, isNew] = indices_.emplace(name, names_.size());
  if (!isNew)
    throw MechanismError(path, quoted(name) + " is already the name of " +
                                   itemPath(list_, place->second) + "; names in " + list_ +
                                   " must differ");
  names_.push_back(name);
}

const std::size_t* NameIndex::find(std::string_view name) const {
  const auto place = indices_.find(name);
  return place == indices_.end() ? nullptr : &place->second;
}

std::size_t NameIndex::require(const Path& path, std::string_view kind,
                               std::string_view name) const {
  if (const std::size_t* index = find(name)) return *index;
  throw MechanismError(path, "no " + std::string(kind) + " is named " + quoted(name) +
                                 suggestion(name, list_, names_));
}

void requireBodyOrWorld(const Path& path, std::string_view name, const NameIndex& bodies) {
  if (name == worldName || bodies.find(name)) return;
  std::vector<std::string_view> names(bodies.names().begin(), bodies.names().end());
  names.push_back(worldName);
  throw MechanismError(path,
                       "no body is named " + quoted(name) + suggestion(name, "bodies", names));
}

std::string faultOf(double number, const fields::Rule& rule) {
  if (!std::isfinite(number)) return "expected a finite number, found " + written(number);
  if ((rule.excludesLowest ? number > rule.lowest : number >= rule.lowest) &&
      number <= rule.highest)
    return {};
  const std::string bound = written(rule.lowest);
  const std::string atLeast = (rule.excludesLowest ? "above " : "at least ") + bound;
  const bool isOpen = rule.highest == fields::Rule::open;
  return "expected " +
         (isOpen                ? atLeast
          : rule.excludesLowest ? atLeast + ", at most " + written(rule.highest)
                                : bound + " to " + written(rule.highest)) +
         ", found " + written(number);
}

std::string faultOf(const Eigen::Quaterniond& rotation) {
  const double length = rotation.norm();
  if (std::abs(length - 1) <= unitTolerance) return {};
  return "the quaternion x, y, z, w has length " + written(length) + ", expected 1 to 1e-6";
}

void requireWithin(const Path& path, double number, const fields::Rule& rule) {
  if (const std::string fault = faultOf(number, rule); !fault.empty())
    throw MechanismError(path, fault);
}

void requireFinite(const Path& path, double number) { requireWithin(path, number, {}); }

void requireFinite(const Path& path, std::span<const double> numbers) {
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (!std::isfinite(numbers[i])) requireWithin(path.item(i), numbers[i], {});
}

void requireNotNegative(const Path& path, double number) {
  requireWithin(path, number, fields::atLeast(0));
}

void requireAboveZero(const Path& path, double number) {
  requireWithin(path, number, fields::above(0));
}

void checkFrame(const Path& path, const Frame& frame) {
  requireFinite(path.member("position"), std::span(frame.position.data(), 3));
  requireFinite(path.member("rotation"), std::span(frame.rotation.coeffs().data(), 4));
  if (const std::string fault = faultOf(frame.rotation); !fault.empty())
    throw MechanismError(path.member("rotation"), fault);
}

std::string named(std::string_view name) { return " (" + quoted(name) + ")"; }

namespace {

void requireSize(const Path& path, const Joint& joint, std::size_t found, int expected,
                 std::string_view quantity) {
  if (found == static_cast<std::size_t>(expected)) return;
  throw MechanismError(path, "expected " + std::to_string(expected) +
                                 (expected == 1 ? " number, the " : " numbers, the ") +
                                 std::string(quantity) + " of a " + std::string(typeName(joint)) +
                                 " joint, found " + std::to_string(found));
}

/// The quaternion x, y, z, w is the last four numbers of a spherical or free joint's q.
void requireUnitQuaternion(const Path& path, const Joint& joint, const std::vector<double>& q) {
  if (joint.type != JointType::spherical && joint.type != JointType::free) return;
  const Eigen::Quaterniond rotation(q.data() + q.size() - 4);
  if (const std::string fault = faultOf(rotation); !fault.empty())
    throw MechanismError(path, fault);
}

void checkJointValues(const Path& path, const JointValues& values, const Mechanism& mechanism,
                      const NameIndex& joints, bool arePositions) {
  for (const auto& [name, numbers] : values) {
    const std::string here = memberPath(path, name);
    const Joint& joint = mechanism.joints[joints.require(here, "joint", name)];
    requireSize(here, joint, numbers.size(),
                arePositions ? positionSize(joint) : velocitySize(joint),
                arePositions ? "coordinates" : "velocities");
    requireFinite(here, numbers);
    if (arePositions) requireUnitQuaternion(here, joint, numbers);
  }
}

void checkState(const NamedState& state, const Mechanism& mechanism, const NameIndex& bodies,
                const NameIndex& joints, const Path& path) {
  checkJointValues(memberPath(path, "q"), state.q, mechanism, joints, true);
  checkJointValues(memberPath(path, "v"), state.v, mechanism, joints, false);
  checkJointValues(memberPath(path, "tau"), state.tau, mechanism, joints, false);
  checkJointValues(memberPath(path, "a"), state.a, mechanism, joints, false);
  for (const auto& [name, wrench] : state.wrenches) {
    const std::string here = memberPath(memberPath(path, "wrenches"), name);
    bodies.require(here, "body", name);
    requireFinite(here, std::span(wrench.data(), 6));
  }
}

void checkInitialState(const Mechanism& mechanism, const NameIndex& bodies,
                       const NameIndex& joints) {
  if (!mechanism.initialState) return;
  const NamedState& state = *mechanism.initialState;
  if (!state.tau.empty() || !state.a.empty() || !state.wrenches.empty())
    throw MechanismError("initialState", "only q and v belong to an initial state");
  checkState(state, mechanism, bodies, joints, "initialState");
}

}  // namespace

Validation validation(const Mechanism& mechanism) {
  Validation result;
  if (mechanism.bodies.empty())
    throw MechanismError("bodies", "is empty; a mechanism needs at least one body");

  const NameIndex bodies("bodies", mechanism.bodies);
  const NameIndex joints("joints", mechanism.joints);
  checkSkeleton(mechanism, bodies, joints, result.warnings);
  if (hasLoopFunctions(mechanism)) return validation(withoutLoopFunctions(mechanism));
  const std::vector<std::size_t> treeOrder = checkTree(mechanism, bodies);
  jointFunctions(mechanism);
  checkAttachments(mechanism, bodies, joints);
  result.masslessLeaves = masslessLeaves(mechanism, bodies, treeOrder);
  checkInitialState(mechanism, bodies, joints);
  return result;
}

}  // namespace detail

std::vector<std::string> validate(const Mechanism& mechanism) {
  auto [warnings, leaves] = detail::validation(mechanism);
  warnings.insert(warnings.end(), leaves.begin(), leaves.end());
  return warnings;
}

void validate(const NamedState& state, const Mechanism& mechanism, const std::string& path) {
  using namespace detail;
  if (hasLoopFunctions(mechanism)) return validate(state, withoutLoopFunctions(mechanism), path);
  checkState(state, mechanism, NameIndex("bodies", mechanism.bodies),
             NameIndex("joints", mechanism.joints), path);
}

}  // namespace linkwork
