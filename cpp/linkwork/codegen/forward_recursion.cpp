#include "linkwork/codegen/forward_recursion.hpp"

#include <cmath>

namespace linkwork::codegen {

namespace {

/// The entry that is one if the others are zero, else −1.
int unitEntry(const Twist& twist) {
  int unit = -1;
  for (int i = 0; i < 6; ++i) {
    if (isNumber(twist[i], 0)) continue;
    if (unit >= 0 || !isNumber(twist[i], 1)) return -1;
    unit = i;
  }
  return unit;
}

}  // namespace

BodyNumbers numbersOf(const RigidBodyInertia<double>& body, const Number& number) {
  const auto& j = body.rotational;
  const double trace = j.xx + j.yy + j.zz, moment = std::sqrt(body.mass * trace);
  const double entries[3][3] = {{j.xx, j.xy, j.xz}, {j.xy, j.yy, j.yz}, {j.xz, j.yz, j.zz}};
  BodyNumbers result;
  result.mass = number(body.mass);
  for (int i = 0; i < 3; ++i) {
    result.moment[at(i)] = number(withoutRounding(body.moment[i], moment));
    for (int k = i; k < 3; ++k)
      result.inertia(i, k) = number(withoutRounding(entries[i][k], trace));
  }
  const Symmetric& full = result.inertia;
  for (int i = 0; i < 3; ++i) {
    const int u = firstAcross(i), v = secondAcross(i);
    result.second(i, i) = 0.5 * ((full(u, u) + full(v, v)) - full(i, i));
    result.second(u, v) = -full(u, v);
  }
  return result;
}

void moveOutward(const std::vector<Move>& moves, const std::vector<Expression>& v,
                 const std::vector<Expression>& a, Motion& motion) {
  for (const Move& move : moves) {
    if (const auto* by = std::get_if<Turn>(&move)) {
      for (Vec3* x : {&motion.velocity, &motion.angular, &motion.linear}) turnBack(*by, *x);
    } else if (const auto* rotation = std::get_if<Rotation>(&move)) {
      for (Vec3* x : {&motion.velocity, &motion.angular, &motion.linear})
        *x = rotatedBack(*rotation, *x);
    } else if (const auto* slide = std::get_if<Slide>(&move)) {
      shiftBack(slide->axis, slide->way, motion);
    } else {
      // α += ω × ω_r + β,  l += 2 ω × v_r + ω_r × v_r + β,  ω += ω_r
      // for (ω_r, v_r) = S q̇, β = Ṡ q̇ + S q̈.
      const Freedom& freedom = std::get<Freedom>(move);
      Twist relative, bias = freedom.bias;
      for (std::size_t k = 0; k < freedom.subspace.size(); ++k)
        for (int i = 0; i < 6; ++i) {
          relative[i] += freedom.subspace[k][i] * v[at(freedom.velocity) + k];
          bias[i] += freedom.subspace[k][i] * a[at(freedom.velocity) + k];
        }
      Vec3 twice;
      for (std::size_t i = 0; i < 3; ++i) twice[i] = 2 * relative.f[i];
      motion.angular = motion.angular + cross(motion.velocity, relative.n) + bias.n;
      motion.linear =
          motion.linear + cross(motion.velocity, twice) + cross(relative.n, relative.f) + bias.f;
      motion.velocity = motion.velocity + relative.n;
    }
  }
}

void moveInward(const Move& move, Articulated& body) {
  if (const auto* by = std::get_if<Turn>(&move))
    turn(*by, body);
  else if (const auto* rotation = std::get_if<Rotation>(&move))
    rotate(*rotation, body);
  else if (const auto* slide = std::get_if<Slide>(&move))
    shift(slide->axis, slide->way, body);
}

void moveInward(const Move& move, Wrench& wrench) {
  if (const auto* by = std::get_if<Turn>(&move)) {
    turn(*by, wrench.n);
    turn(*by, wrench.f);
  } else if (const auto* rotation = std::get_if<Rotation>(&move)) {
    wrench = {rotated(*rotation, wrench.n), rotated(*rotation, wrench.f)};
  } else if (const auto* slide = std::get_if<Slide>(&move)) {
    shift(slide->axis, slide->way, wrench);
  }
}

void moveOutward(const Move& move, Twist& twist) {
  if (const auto* by = std::get_if<Turn>(&move)) {
    turnBack(*by, twist.n);
    turnBack(*by, twist.f);
  } else if (const auto* rotation = std::get_if<Rotation>(&move)) {
    twist = {rotatedBack(*rotation, twist.n), rotatedBack(*rotation, twist.f)};
  } else if (const auto* slide = std::get_if<Slide>(&move)) {
    shiftBack(slide->axis, slide->way, twist);
  }
}

Wrench forceOf(const BodyNumbers& body, const Motion& motion) {
  std::array<Vec3, 3> gamma;  // by columns
  for (int k = 0; k < 3; ++k) gamma[at(k)] = motion.gradient(k);
  Wrench result;
  result.n = cross(body.moment, motion.linear);
  for (int i = 0; i < 3; ++i) {
    const int u = firstAcross(i), v = secondAcross(i);
    Expression force = body.mass * motion.linear[at(i)], above, below;
    for (int k = 0; k < 3; ++k) {
      force += gamma[at(k)][at(i)] * body.moment[at(k)];
      above += gamma[at(k)][at(v)] * body.second(k, u);
      below += gamma[at(k)][at(u)] * body.second(k, v);
    }
    result.f[at(i)] = force;
    result.n[at(i)] += above - below;
  }
  return result;
}

Articulated articulatedOf(const BodyNumbers& body, const Wrench& bias) {
  Articulated result;
  result.j = body.inertia;
  for (int k = 0; k < 3; ++k) {
    const int u = firstAcross(k), v = secondAcross(k);
    result.m(k, k) = body.mass;
    result.h[at(v)][at(u)] = body.moment[at(k)];
    result.h[at(u)][at(v)] = -body.moment[at(k)];
  }
  result.bias = bias;
  return result;
}

EliminatedJoint eliminateJoint(const Twist& subspace, const Expression& force, const Geared& geared,
                               Articulated& body) {
  const int unit = unitEntry(subspace);
  Wrench push;  // U
  Expression pivot = geared.reflected, free = force;
  for (int i = 0; i < 6; ++i) {
    free -= subspace[i] * body.bias[i];
    for (int k = 0; k < 6; ++k) push[i] += body(i, k) * subspace[k];
    pivot += subspace[i] * push[i];
  }
  const bool isGone = unit >= 0 && isNumber(geared.reflected, 0);  // its row becomes zero
  if (!isGone) {
    push.n = push.n + geared.couple;
    return eliminateJoint(push, pivot, free, body);
  }
  push[unit] = 0;
  EliminatedJoint result = eliminateJoint(push, pivot, free, body);
  result.gain[unit] = 1;
  for (int k = 0; k < 6; ++k) body(unit, k) = 0;
  body.bias[unit] = force;
  return result;
}

EliminatedJoint eliminateJoint(const Wrench& push, const Expression& pivot, const Expression& force,
                               Articulated& body) {
  const Expression inverse = 1 / pivot;
  EliminatedJoint result;
  result.freeRate = force * inverse;
  for (int i = 0; i < 6; ++i) result.gain[i] = push[i] * inverse;
  for (int i = 0; i < 6; ++i) {
    body.bias[i] += push[i] * result.freeRate;
    for (int k = i; k < 6; ++k) body(i, k) -= result.gain[i] * push[k];
  }
  return result;
}

}  // namespace linkwork::codegen
