#pragma once

#include <string_view>

#include "linkwork/joint.hpp"
#include "linkwork/joints/described_joints.hpp"
#include "linkwork/mechanism/json/json_reader.hpp"

/// Curves and control nets in mechanism files, read and written. Defaults are left out.
namespace linkwork::detail {

/// The keys of a curve.
inline constexpr std::array<std::string_view, 4> curveKeys{"kind", "points", "degree", "closed"};

/// A curve that stands alone: no keys but its own.
Curve readCurve(const JsonReader& object);
/// What of an object makes a curve; other keys are the caller's.
void readCurve(const JsonReader& object, Curve& curve);
JsonValue curveJson(const Curve& curve);

ControlNet readNet(const JsonReader& rows);
JsonValue netJson(const ControlNet& net);

}  // namespace linkwork::detail
