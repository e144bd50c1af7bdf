#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "linkwork/joint.hpp"
#include "linkwork/joints/described_joints.hpp"
#include "linkwork/mechanism.hpp"
#include "linkwork/mechanism/joint_functions.hpp"
#include "linkwork/mechanism/json/reader.hpp"
#include "linkwork/mechanism/json/value.hpp"

/// The parts of mechanism files, read and written: one pair of functions each. Defaults are left
/// out.
namespace linkwork::detail {

JsonValue numbersJson(std::span<const double> numbers);

/// The frame under a key of an object; the identity where the key is absent.
Frame readFrame(const JsonReader& object, std::string_view key);
void addFrame(JsonValue& object, std::string key, const Frame& frame);

Shape readShape(const JsonReader& object);
JsonValue shapeJson(const Shape& shape);

ContactModel readContact(const JsonReader& object);
JsonValue contactJson(const ContactModel& contact);

Nonholonomic readNonholonomic(const JsonReader& object);
JsonValue nonholonomicJson(const Nonholonomic& constraint);

/// A term of a coupling or of a ratio of velocities.
CouplingTerm readTerm(const JsonReader& object);
JsonValue termJson(const CouplingTerm& term);

/// The keys of a curve.
inline constexpr std::array<std::string_view, 4> curveKeys{"kind", "points", "degree", "closed"};

/// A curve that stands alone: no keys but its own.
Curve readCurve(const JsonReader& object);
/// What of an object makes a curve; other keys are the caller's.
void readCurve(const JsonReader& object, Curve& curve);
JsonValue curveJson(const Curve& curve);

std::vector<Eigen::Vector3d> readPoints(const JsonReader& list);
JsonValue pointsJson(const std::vector<Eigen::Vector3d>& points);

ControlNet readNet(const JsonReader& rows);
JsonValue netJson(const ControlNet& net);

/// What a joint's `type` is called where the joint is a function.
std::span<const std::string_view> functionTypeNames();

/// The keys that describe joints that are functions.
std::span<const std::string_view> functionKeys();

/// The function of a joint; none where its type has no such name.
JointDescription readJointFunction(const JsonReader& joint);

/// Adds its keys to a joint. Throws MechanismError where the function is one of the program.
void addJointFunction(JsonValue& joint, const JointDescription& description);

}  // namespace linkwork::detail
