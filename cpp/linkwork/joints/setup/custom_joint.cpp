#include "linkwork/joint.hpp"
#include "linkwork/joints/described_joints.hpp"

#include <algorithm>
#include <cmath>

#include "linkwork/joints/expressed_joint.hpp"
#include "linkwork/joints/periodic.hpp"
#include "linkwork/symbolic/expression_text.hpp"

namespace linkwork {
namespace {

using symbolic::Expression;
using symbolic::NamedExpression;

std::string moveMember(std::size_t move) { return "pose[" + std::to_string(move) + "]"; }

/// The text around a place, in quotes.
std::string around(const std::string& text, std::size_t place) {
  constexpr std::size_t reach = 40;
  const std::size_t first = place > reach ? place - reach : 0;
  const std::string part = text.substr(first, 2 * reach);
  return (first > 0 ? "\"…" : "\"") + part + (first + part.size() < text.size() ? "…\"" : "\"");
}

Expression readExpression(const std::string& member, const std::string& text,
                          const std::vector<NamedExpression>& names) {
  try {
    return symbolic::parse(text, names);
  } catch (const symbolic::ExpressionTextError& error) {
    throw JointDescriptionError(
        member, std::string(error.what()) + " in " + around(text, error.position()));
  }
}

/// Rot(axis, angle) = 1 + sin [axis] + (1 − cos) [axis]².
Matrix3<Expression> rotationAbout(const Eigen::Vector3d& axis, const Expression& angle) {
  const Eigen::Matrix3d cross = hat(axis), along = axis * axis.transpose();
  const Expression c = cos(angle), s = sin(angle);
  Matrix3<Expression> rotation;
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column) {
      const double here = along(row, column), same = row == column ? 1 : 0;
      rotation(row, column) = here + (same - here) * c + cross(row, column) * s;
    }
  return rotation;
}

/// A coordinate as the expressions see it.
Expression withinRange(const CustomJoint& joint, const std::string& name, const Expression& q) {
  const auto range = joint.ranges.find(name);
  if (range == joint.ranges.end() || !range->second.periodic) return q;
  const auto [lower, upper, periodic] = range->second;
  return wrapped(q - lower, upper - lower) + lower;
}

/// One factor for each move.
std::vector<Transform<Expression>> posesOf(const CustomJoint& joint, const Expression* q) {
  std::vector<NamedExpression> names;
  for (std::size_t i = 0; i < joint.coordinates.size(); ++i)
    names.push_back({joint.coordinates[i], withinRange(joint, joint.coordinates[i], q[i])});
  std::vector<Transform<Expression>> poses;
  for (std::size_t i = 0; i < joint.pose.size(); ++i) {
    Transform<Expression>& pose = poses.emplace_back();
    if (const auto* move = std::get_if<CustomJoint::Translation>(&joint.pose[i])) {
      for (std::size_t k = 0; k < 3; ++k)
        pose.translation[static_cast<Eigen::Index>(k)] = readExpression(
            moveMember(i) + ".translate[" + std::to_string(k) + "]", move->along[k], names);
    } else {
      const auto& turn = std::get<CustomJoint::Rotation>(joint.pose[i]);
      const Expression angle = readExpression(moveMember(i) + ".angle", turn.angle, names);
      pose.rotation = rotationAbout(turn.axis.normalized(), angle);
    }
  }
  return poses;
}

bool isName(const std::string& text) {
  const auto isLetter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  if (text.empty() || !isLetter(text[0])) return false;
  for (const char c : text)
    if (!isLetter(c) && !(c >= '0' && c <= '9')) return false;
  return true;
}

void checkCoordinates(const std::vector<std::string>& coordinates) {
  if (coordinates.empty() || coordinates.size() > maxJointCoordinates)
    throw JointDescriptionError(
        "coordinates", "expected 1 to 6 names, found " + std::to_string(coordinates.size()));
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    const std::string member = "coordinates[" + std::to_string(i) + "]";
    if (!isName(coordinates[i]) || coordinates[i] == "pi")
      throw JointDescriptionError(member,
                                  "expected a name of letters, digits and _ that begins with a "
                                  "letter and is not pi, found \"" +
                                      coordinates[i] + "\"");
    for (std::size_t other = 0; other < i; ++other)
      if (coordinates[other] == coordinates[i])
        throw JointDescriptionError(member, "\"" + coordinates[i] + "\" is already the name of " +
                                                "coordinates[" + std::to_string(other) + "]");
  }
}

void checkAxes(const std::vector<CustomJoint::Move>& moves) {
  for (std::size_t i = 0; i < moves.size(); ++i)
    if (const auto* turn = std::get_if<CustomJoint::Rotation>(&moves[i]))
      if (const double length = turn->axis.stableNorm();
          !(length > 1e-12) || !std::isfinite(length))
        throw JointDescriptionError(moveMember(i) + ".rotate",
                                    "an axis needs finite numbers and a direction");
}

void checkRanges(const CustomJoint& joint) {
  const auto& names = joint.coordinates;
  for (const auto& [name, range] : joint.ranges) {
    const std::string member = "ranges." + name;
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      std::string all;
      for (const std::string& each : names) all += (all.empty() ? "" : ", ") + each;
      throw JointDescriptionError(member, "no coordinate has this name (coordinates: " + all + ")");
    }
    const auto& [lower, upper, periodic] = range;
    if (!(lower < upper))
      throw JointDescriptionError(member, "lower " + symbolic::printNumber(lower) +
                                              " is not below upper " +
                                              symbolic::printNumber(upper));
    const bool isOpen =
        periodic ? !std::isfinite(upper - lower) : std::isinf(lower) && std::isinf(upper);
    if (isOpen)
      throw JointDescriptionError(member, periodic ? "a period needs lower and upper"
                                                   : "expected \"lower\", \"upper\" or both");
  }
}

/// The ranges of coordinates; periodic ones have no ends.
std::vector<JointFunction::Range> endsOf(const CustomJoint& joint) {
  std::vector<JointFunction::Range> ends;
  for (const std::string& name : joint.coordinates) {
    const auto range = joint.ranges.find(name);
    ends.emplace_back();
    if (range != joint.ranges.end() && !range->second.periodic)
      ends.back() = {range->second.lower, range->second.upper};
  }
  return ends;
}

}  // namespace

std::shared_ptr<const JointFunction> jointFunction(const CustomJoint& joint) {
  checkCoordinates(joint.coordinates);
  checkRanges(joint);
  checkAxes(joint.pose);
  if (joint.pose.empty())
    throw JointDescriptionError("pose", "is empty; a joint needs at least one move");
  const ExpressedJoint::Pose pose = [joint](const Expression* q) { return posesOf(joint, q); };
  return std::make_shared<ExpressedJoint>(static_cast<int>(joint.coordinates.size()),
                                          std::vector<ExpressedJoint::Pose>{pose}, endsOf(joint));
}

}  // namespace linkwork
