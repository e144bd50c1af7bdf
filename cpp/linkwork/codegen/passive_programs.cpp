#include "linkwork/codegen/passive_programs.hpp"

#include "linkwork/joints/twist_forces.hpp"
#include "linkwork/symbolic/expression_scalar.hpp"

namespace linkwork::codegen {

using symbolic::Expression;

namespace {

struct PassiveNumbers {
  Expression damping, stiffness, friction;
};

/// Force of a spring on a group, T(δ)⁻ᵀ δ for the displacement δ from the identity. On rotations
/// the tangent leaves δ unchanged.
std::vector<Expression> drawnForce(const TreeBody<double>& body, const Expression* q) {
  const bool isFree = body.joint == JointType::free;
  const Expression* r = isFree ? q + 3 : q;
  const Vector3<Expression> turned =
      quaternion::log(Eigen::Quaternion<Expression>(r[3], r[0], r[1], r[2]));
  if (!isFree) return {turned[0], turned[1], turned[2]};
  Vector6<Expression> drawn;
  drawn << turned, so3::leftTangentInverse(turned) * Vector3<Expression>(q[0], q[1], q[2]);
  const Vector6<Expression> force = se3::rightTangentInverseBlocks(drawn).transposeTimes(drawn);
  return {force.begin(), force.end()};
}

Vector6<Expression> twistOf(const TreeBody<double>& body, const JointMotion<Expression>& motion,
                            const Expression* v) {
  Vector6<Expression> twist = Vector6<Expression>::Zero();
  for (int k = 0; k < 6; ++k)
    for (int i = 0; i < body.velocities; ++i) twist[k] += motion.subspace(k, i) * v[i];
  return twist;
}

/// The forces of twist_forces.hpp.
void addTwistForces(const TreeBody<double>& body, const PassiveNumbers& numbers,
                    const Expression* q, const Expression* v, Expression* torque) {
  const JointMotion<Expression> motion = body.function->motion(q, v);
  const auto& subspace = motion.subspace;
  const Vector6<Expression> twist = twistOf(body, motion, v);
  Vector6<Expression> wrench = resistingWrench(numbers, twist);
  if (body.stiffness != 0) wrench += springWrench(numbers, displacementOf(motion.pose));
  for (int i = 0; i < body.velocities; ++i)
    for (int k = 0; k < 6; ++k) torque[i] -= subspace(k, i) * wrench[k];
}

}  // namespace

void addPassiveForce(const TreeBody<double>& body, const std::vector<Expression>& q,
                     const std::vector<Expression>& v, const Number& number,
                     std::vector<Expression>& torque) {
  if (!body.hasPassiveForces) return;
  const PassiveNumbers numbers{number(body.damping), number(body.stiffness), number(body.friction)};
  const Expression* position = q.data() + body.position;
  if (body.resistsTwist())
    return addTwistForces(body, numbers, position, v.data() + body.velocity,
                          torque.data() + body.velocity);
  const bool isGroup = body.joint == JointType::spherical || body.joint == JointType::free;
  std::vector<Expression> drawn;
  if (body.stiffness != 0 && isGroup) drawn = drawnForce(body, position);
  const Expression rest = number(body.rest);
  for (int k = 0; k < body.velocities; ++k) {
    const auto place = static_cast<std::size_t>(body.velocity + k);
    const Expression& rate = v[place];
    torque[place] -= numbers.damping * rate;
    if (body.stiffness != 0)
      torque[place] -=
          numbers.stiffness * (isGroup ? drawn[static_cast<std::size_t>(k)] : position[k] - rest);
    if (body.friction != 0) torque[place] -= numbers.friction * dryFriction(rate);
  }
}

Expression powerAt(const TreeBody<double>& body, const Resistance& resistance,
                   const VectorX<Expression>& q, const VectorX<Expression>& v,
                   const VectorX<Expression>& torque) {
  const Expression *position = q.data() + body.position, *velocity = v.data() + body.velocity;
  Expression power = 0;
  for (int k = 0; k < body.velocities; ++k) power += torque[body.velocity + k] * velocity[k];
  if (body.damping == 0 && body.friction == 0) return power;
  if (body.resistsTwist()) {
    const Vector6<Expression> twist =
        twistOf(body, body.function->motion(position, velocity), velocity);
    const Vector6<Expression> wrench = resistingWrench(resistance, twist);
    for (int k = 0; k < 6; ++k) power -= twist[k] * wrench[k];
    return power;
  }
  for (int k = 0; k < body.velocities; ++k)
    power -= velocity[k] * linkwork::resistance(resistance, velocity[k]);
  return power;
}

}  // namespace linkwork::codegen
