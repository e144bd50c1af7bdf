#include "linkwork/codegen/symbolic_numbers.hpp"

#include <algorithm>
#include <cmath>

#include "linkwork/codegen/placement_factors.hpp"

namespace linkwork::codegen {

namespace {

template <typename Numbers>
void wipe(Numbers& numbers, double size) {
  kernels::setNumbers(numbers, numbers,
                      [&](double& to, double from) { to = withoutRounding(from, size); });
}

void wipeAngle(double& cosine, double& sine) {
  cosine = withoutRounding(cosine, 1);
  sine = withoutRounding(sine, 1);
  if (sine == 0) cosine = std::copysign(1, cosine);
  if (cosine == 0) sine = std::copysign(1, sine);
}

double largestOf(const linkwork::Vec3<double>& v) {
  return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
}

/// Mass, moment and inertia of a revolute joint or a floating body.
template <typename Body>
void wipeInertia(Body& body) {
  auto& [mass, moment, rotational] = body.inertia;
  const double trace = rotational.xx + rotational.yy + rotational.zz;
  wipe(moment, std::sqrt(mass * trace));
  wipe(rotational, trace);
  wipe(body.second, trace);
}

kernels::CoupledGroup<double> wiped(kernels::CoupledGroup<double> group) {
  for (int j = 0; j < group.dofs; ++j) {
    wipe(group.reflected[j], group.reflected[j][j]);
    wipe(group.couple[j], largestOf(group.couple[j]));
  }
  return group;
}

}  // namespace

double withoutRounding(double value, double size) {
  constexpr double roundingTolerance = 1e-14;
  return std::abs(value) <= roundingTolerance * size ? 0 : value;
}

kernels::PlannedRevolute withoutRounding(kernels::PlannedRevolute revolute) {
  wipe(revolute.offset, std::max(largestOf(revolute.offset), std::abs(revolute.slide)));
  revolute.slide = withoutRounding(revolute.slide, largestOf(revolute.offset));
  wipeAngle(revolute.cosSlope, revolute.sinSlope);
  wipeAngle(revolute.cosTurn, revolute.sinTurn);
  revolute.start.angle = withoutRounding(revolute.start.angle, 1);
  wipe(revolute.rotors.couple, largestOf(revolute.rotors.couple));
  wipeInertia(revolute);
  return revolute;
}

kernels::FloatingBody<double> withoutRounding(kernels::FloatingBody<double> body) {
  wipe(body.placement, 1);
  wipeInertia(body);
  return body;
}

FactoredPose<Expression> TreeNumbers::OfBody::operator()(const Transform<double>& from) const {
  const PlacementFactors factors = slidFactorsOf(from);
  FactoredPose<Expression> result;
  for (int k = 0; k < 3; ++k) result.slide(k, (*this)(factors.origin[k]));
  result.turn(2, (*this)(factors.cosTurn), (*this)(factors.sinTurn));
  result.turn(0, (*this)(factors.cosSlope), (*this)(factors.sinSlope));
  result.slide(2, (*this)(factors.slide));
  result.turn(2, (*this)(factors.cosStart), (*this)(factors.sinStart));
  return result;
}

RigidBodyInertia<Expression> TreeNumbers::OfBody::operator()(
    const RigidBodyInertia<double>&) const {
  const auto& j = inertia_.rotational;
  const double trace = j.xx + j.yy + j.zz;
  const auto entry = [&](double value) { return (*this)(withoutRounding(value, trace)); };
  RigidBodyInertia<Expression> result;
  result.mass = (*this)(inertia_.mass);
  for (int k = 0; k < 3; ++k)
    result.moment[k] =
        (*this)(withoutRounding(inertia_.moment[k], std::sqrt(inertia_.mass * trace)));
  result.rotational = {entry(j.xx), entry(j.yy), entry(j.zz),
                       entry(j.xy), entry(j.xz), entry(j.yz)};
  return result;
}

KernelWorkspace<Expression> symbolicRevolutes(const Plan& plan, const Number& number) {
  const auto set = [&](Expression& to, double from) { to = number(from); };
  KernelWorkspace<Expression> memory(plan);
  for (std::size_t i = 0; i < memory.revolutes.size(); ++i)
    memory.setRevolute(i, withoutRounding(plan.revolutes()[i]), set);
  for (std::size_t i = 0; i < memory.floatingBodies.size(); ++i)
    setNumbers(memory.floatingBodies[i], withoutRounding(plan.floatingBodies()[i]), set);
  for (std::size_t i = 0; i < memory.coupledGroups.size(); ++i)
    setNumbers(memory.coupledGroups[i], wiped(plan.groups()[i].numbers), set);
  for (std::size_t i = 0; i < memory.rotors.size(); ++i)
    for (std::size_t k = 0; k < memory.rotors[i].size(); ++k) {
      kernels::RidingRotor<double> rotor = plan.groups()[i].rotors[k];
      wipe(rotor.couple, rotor.axial);
      setNumbers(memory.rotors[i][k], rotor, set);
    }
  return memory;
}

}  // namespace linkwork::codegen
