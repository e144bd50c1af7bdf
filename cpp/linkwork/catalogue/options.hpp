#pragma once

#include <numbers>

#include "linkwork/catalogue.hpp"

/// The names and ranges of the catalogue's options, once, for all who check or read them:
/// `visitOptions(options, visit)` calls `visit(name, member, range)` for every option, without
/// range for those that have none.
namespace linkwork::detail {

struct Range {
  double lowest;
  double highest;
};

inline constexpr Range anyAngle{-std::numbers::pi, std::numbers::pi};
inline constexpr Range barLength{0.01, 100};
inline constexpr Range partMass{1e-3, 1e6};

template <typename Options, typename Visit>
void visitCommon(Options& options, Visit& visit) {
  visit("gravity", options.gravity, Range{0, 100});
  visit("damping", options.damping, Range{0, 1000});
}

template <typename Visit>
void visitOptions(ChainOptions& options, Visit&& visit) {
  visit("links", options.links, Range{1, 100000});
  visit("length", options.length, Range{1e-3, 100});
  visit("mass", options.mass, Range{1e-6, 1e6});
  visit("joint", options.joint);
  visit("axes", options.axes);
  visit("startAngle", options.startAngle, anyAngle);
  visitCommon(options, visit);
}

template <typename Visit>
void visitOptions(CartPendulumOptions& options, Visit&& visit) {
  visit("cartMass", options.cartMass, partMass);
  visit("poleMass", options.poleMass, partMass);
  visit("poleLength", options.poleLength, barLength);
  visit("startAngle", options.startAngle, anyAngle);
  visitCommon(options, visit);
}

template <typename Visit>
void visitOptions(FourBarOptions& options, Visit&& visit) {
  visit("ground", options.ground, barLength);
  visit("crank", options.crank, barLength);
  visit("coupler", options.coupler, barLength);
  visit("rocker", options.rocker, barLength);
  visit("couplerPoint", options.couplerPoint, Range{-100, 100});
  visit("density", options.density, partMass);
  visit("startAngle", options.startAngle, anyAngle);
  visit("startSpeed", options.startSpeed, Range{-1000, 1000});
  visitCommon(options, visit);
}

template <typename Visit>
void visitOptions(SixBarOptions& options, Visit&& visit) {
  visit("kind", options.kind);
  visit("crank", options.crank, Range{0.05, 0.2});
  visit("density", options.density, partMass);
  visit("startAngle", options.startAngle, anyAngle);
  visit("startSpeed", options.startSpeed, Range{-1000, 1000});
  visitCommon(options, visit);
}

template <typename Visit>
void visitOptions(FourBarChainOptions& options, Visit&& visit) {
  visit("units", options.units, Range{1, 1000});
  visit("length", options.length, barLength);
  visit("rocker", options.rocker, Range{1, 1.5});
  visit("width", options.width, barLength);
  visit("closure", options.closure);
  visit("density", options.density, partMass);
  visit("startAngle", options.startAngle, anyAngle);
  visitCommon(options, visit);
}

template <typename Visit>
void visitOptions(SliderCrankOptions& options, Visit&& visit) {
  visit("crank", options.crank, barLength);
  visit("rod", options.rod, Range{0.01, 1000});
  visit("offset", options.offset, Range{-100, 100});
  visit("density", options.density, partMass);
  visit("sliderMass", options.sliderMass, partMass);
  visit("startAngle", options.startAngle, anyAngle);
  visit("startSpeed", options.startSpeed, Range{-1000, 1000});
  visitCommon(options, visit);
}

template <typename Visit>
void visitOptions(GearedArmOptions& options, Visit&& visit) {
  visit("joints", options.joints, Range{1, 500});
  visit("length", options.length, barLength);
  visit("mass", options.mass, partMass);
  visit("ratio", options.ratio, Range{1, 1000});
  visit("rotorMass", options.rotorMass, Range{1e-6, 1e6});
  visit("rotorRadius", options.rotorRadius, Range{1e-3, 10});
  visit("startAngle", options.startAngle, anyAngle);
  visitCommon(options, visit);
}

template <typename Options, typename Visit>
void visitChainOptions(Options& options, Visit& visit) {
  visit("links", options.links, Range{1, 1000});
  visit("length", options.length, barLength);
  visit("mass", options.mass, partMass);
  visit("ratio", options.ratio, Range{1, 1000});
  visit("rotorMass", options.rotorMass, Range{1e-6, 1e6});
  visit("rotorRadius", options.rotorRadius, Range{1e-3, 10});
  visit("axes", options.axes);
  visit("startAngle", options.startAngle, anyAngle);
  visitCommon(options, visit);
}

template <typename Visit>
void visitOptions(GearedChainOptions& options, Visit&& visit) {
  visitChainOptions(options, visit);
}

template <typename Visit>
void visitOptions(BeltChainOptions& options, Visit&& visit) {
  visit("linksPerBelt", options.linksPerBelt, Range{2, 3});
  visit("beltRatio", options.beltRatio, Range{0.01, 100});
  visitChainOptions(options, visit);
}

template <typename Visit>
void visitOptions(GearedLegOptions& options, Visit&& visit) {
  visit("ratio", options.ratio, Range{1, 1000});
  visit("size", options.size, Range{0.1, 10});
  visit("hipAngle", options.hipAngle, Range{-1, 1});
  visit("kneeAngle", options.kneeAngle, Range{0, 1.5});
  visit("ankleAngle", options.ankleAngle, Range{-0.6, 0.6});
  visit("stiffness", options.stiffness, Range{0, 10000});
  visitCommon(options, visit);
}

template <typename Visit>
void visitOptions(DifferentialLegOptions& options, Visit&& visit) {
  visit("ratio", options.ratio, Range{1, 1000});
  visit("hipYaw", options.hipYaw, Range{-1, 1});
  visit("hipRoll", options.hipRoll, Range{-0.3, 0.3});
  visit("hipPitch", options.hipPitch, Range{-0.8, 0.8});
  visit("knee", options.knee, Range{-1.5, 1.5});
  visit("ankle", options.ankle, Range{-1, 0.6});
  visit("stiffness", options.stiffness, Range{0, 10000});
  visitCommon(options, visit);
}

template <typename Visit>
void visitOptions(BranchingTreeOptions& options, Visit&& visit) {
  visit("depth", options.depth, Range{1, 10});
  visit("branches", options.branches, Range{1, 6});
  visit("length", options.length, barLength);
  visit("mass", options.mass, partMass);
  visit("spread", options.spread, Range{0, 1.5});
  visit("shrink", options.shrink, Range{0.3, 1});
  visit("startAngle", options.startAngle, anyAngle);
  visitCommon(options, visit);
}

template <typename Visit>
void visitOptions(DrapedChainOptions& options, Visit&& visit) {
  visit("links", options.links, Range{2, 2000});
  visit("length", options.length, Range{0.01, 10});
  visit("radius", options.radius, Range{1e-3, 1});
  visit("mass", options.mass, partMass);
  visit("joint", options.joint);
  visit("barRadius", options.barRadius, Range{0.01, 10});
  visit("barHeight", options.barHeight, Range{0.1, 100});
  visit("drop", options.drop, Range{0, 10});
  visit("shift", options.shift, Range{-0.5, 0.5});
  visit("friction", options.friction, Range{0, 10});
  visitCommon(options, visit);
}

template <typename Visit>
void visitOptions(ClosedRingOptions& options, Visit&& visit) {
  visit("links", options.links, Range{3, 200});
  visit("length", options.length, Range{0.01, 10});
  visit("radius", options.radius, Range{1e-3, 1});
  visit("mass", options.mass, partMass);
  visit("tilt", options.tilt, Range{0, std::numbers::pi / 2});
  visit("drop", options.drop, Range{0, 10});
  visit("friction", options.friction, Range{0, 10});
  visitCommon(options, visit);
}

template <typename Visit>
void visitOptions(RollingDiscOptions& options, Visit&& visit) {
  visit("radius", options.radius, barLength);
  visit("mass", options.mass, partMass);
  visit("lean", options.lean, Range{-1.4, 1.4});
  visit("speed", options.speed, Range{-100, 100});
  visit("turning", options.turning, Range{-100, 100});
  visitCommon(options, visit);
}

template <typename Visit>
void visitOptions(BoxStackOptions& options, Visit&& visit) {
  visit("boxes", options.boxes, Range{1, 200});
  visit("size", options.size, barLength);
  visit("mass", options.mass, partMass);
  visit("massRatio", options.massRatio, Range{0.5, 2});
  visit("friction", options.friction, Range{0, 10});
  visitCommon(options, visit);
}

template <typename Visit>
void visitOptions(TorusChainOptions& options, Visit&& visit) {
  visit("links", options.links, Range{1, 500});
  visit("majorRadius", options.majorRadius, Range{0.01, 10});
  visit("minorRadius", options.minorRadius, Range{1e-4, 4.5});
  visit("mass", options.mass, partMass);
  visit("startAngle", options.startAngle, anyAngle);
  visitCommon(options, visit);
}

template <typename Visit>
void visitOptions(RailTorusChainOptions& options, Visit&& visit) {
  visit("links", options.links, Range{1, 500});
  visit("majorRadius", options.majorRadius, Range{0.03, 0.3});
  visit("minorRadius", options.minorRadius, Range{1e-3, 0.135});
  visit("mass", options.mass, partMass);
  visit("start", options.start, Range{0.05, 0.95});
  visitCommon(options, visit);
}

template <typename Visit>
void visitOptions(SurfaceBoardOptions& options, Visit&& visit) {
  visit("links", options.links, Range{1, 100});
  visit("mass", options.mass, partMass);
  visit("start", options.start, Range{0.1, 0.9});
  visit("spin", options.spin, Range{-20, 20});
  visitCommon(options, visit);
}

template <typename Visit>
void visitOptions(WindmillOptions& options, Visit&& visit) {
  visit("speed", options.speed, Range{-20, 20});
  visitCommon(options, visit);
}

template <typename Visit>
void visitOptions(RobotOptions& options, Visit&& visit) {
  visit("base", options.base);
  visitCommon(options, visit);
}

}  // namespace linkwork::detail
