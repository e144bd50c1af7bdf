#pragma once

#include <algorithm>
#include <type_traits>
#include <utility>

#include "linkwork/integrators/discrete_equations.hpp"
#include "linkwork/integrators/joint_displacement.hpp"
#include "linkwork/integrators/revolute_step.hpp"
#include "linkwork/linalg/index.hpp"

/// Definitions of its functions, for files that instantiate it.
namespace linkwork {

namespace detail {

/// Rows of the arrays of RevoluteStep by body.
enum RevoluteStepRow {
  turnRow = 0,
  shiftRow = 4,
  startRow = 7,
  endRow = 13,
  gravityRow = 19,
  zeroRow = 22,
  rowCount = 23
};

}  // namespace detail

template <typename S>
RevoluteStep<S>::RevoluteStep(const Plan& plan, int velocities, KernelWorkspace<S>& kernels,
                              StepBodies<S>& bodies, const kernels::RecursionPasses<S>& passes,
                              const kernels::StepPasses<S>& stepPasses)
    : plan_(plan),
      store_(kernels),
      bodies_(bodies),
      passes_(passes),
      stepPasses_(stepPasses),
      byBody_(at(detail::rowCount * bodies.stride)),
      byRevolute_(3 * plan_.revolutes().size()),
      u_(VectorX<S>::Zero(velocities)) {
  for (int k = 0; k < 4; ++k) step_.turn[k] = row(detail::turnRow + k);
  for (int k = 0; k < 3; ++k) {
    step_.shift[k] = row(detail::shiftRow + k);
    step_.gravity[k] = row(detail::gravityRow + k);
  }
  for (int k = 0; k < 6; ++k) {
    step_.start[k] = row(detail::startRow + k);
    step_.end[k] = row(detail::endRow + k);
  }
  step_.angles = byRevolute_.data();
  step_.sines = step_.angles + plan_.revolutes().size();
  step_.cosines = step_.sines + plan_.revolutes().size();
  takeNumbers();
  rest_ = step_;
  for (S*& start : rest_.start) start = row(detail::zeroRow);
  std::fill_n(step_.turn[0], bodies_.stride, S(1));  // padding of the arrays does not move
}

template <typename S>
void RevoluteStep<S>::takeNumbers() {
  memory_ = store_.view(plan_);
  for (int k = 0; k < 10; ++k) step_.inertia[k] = bodies_.inertias.data() + k * bodies_.stride;
}

template <typename S>
bool RevoluteStep<S>::moveTo(const VectorX<S>& q) {
  takeNumbers();
  const Eigen::Map<const Vector3<S>> atGround(bodies_.gravity);
  passes_.updateJointTransforms(memory_, static_cast<int>(plan_.revolutes().size()), q.data());
  for (const int body : plan_.branchingBodies()) memory_.articulated[body] = {};
  for (kernels::RevoluteWorkspace<S>& workspace : store_.workspace) workspace = {};  // no forces
  for (const kernels::FloatingBody<S>& body : store_.floatingBodies) {
    const Eigen::Map<const Matrix3<S>> toJoint(&body.placement.xx);  // row by row: transposed
    const Vector3<S> atJoint = toJoint * atGround;
    const Vector3<S> gravity =
        FreeJoint<S>::transform(q.template segment<7>(body.position)).rotation.transpose() *
        atJoint;
    for (int k = 0; k < 3; ++k) step_.gravity[k][body.body] = gravity[k];
  }
  for (const Plan::Segment& segment : plan_.segments())
    if (segment.kind == Plan::Segment::Kind::revolutes)
      stepPasses_.forwardGravity(memory_, step_, segment.first, segment.last, bodies_.gravity);
  for (auto segment = plan_.segments().rbegin(); segment != plan_.segments().rend(); ++segment) {
    if (segment->kind != Plan::Segment::Kind::revolutes) continue;
    if (passes_.backward(memory_, segment->first, segment->last) >= 0) return false;
  }
  return true;
}

template <typename S>
void RevoluteStep<S>::addPotentialForces(const S& impulse, DiscreteMomenta<S>& momenta) const {
  const auto& inertia = step_.inertia;
  for (int i = 0; i < bodies_.count; ++i) {
    const Vector3<S> moment(inertia[1][i], inertia[2][i], inertia[3][i]);
    const Vector3<S> push =
        impulse * Vector3<S>(step_.gravity[0][i], step_.gravity[1][i], step_.gravity[2][i]);
    momenta.bodies[at(i)].template head<3>() += moment.cross(push);
    momenta.bodies[at(i)].template tail<3>() += inertia[0][i] * push;
  }
}

/// Solves M result = j − Σ Sᵀ (μ − π). μ are the momenta of the step at its start; π, j are known.
template <typename S>
bool RevoluteStep<S>::solve(const kernels::StepMemory<S>& step, const DiscreteMomenta<S>& known,
                            VectorX<S>& result) {
  const S* bodies = known.bodies.front().data();
  for (const int body : plan_.branchingBodies()) memory_.forces[body] = {};
  for (auto segment = plan_.segments().rbegin(); segment != plan_.segments().rend(); ++segment) {
    if (segment->kind == Plan::Segment::Kind::revolutes) {
      stepPasses_.backwardMomenta(memory_, step, segment->first, segment->last, bodies,
                                  known.joints.data());
      continue;
    }
    for (int i = segment->first; i < segment->last; ++i) {
      const kernels::FloatingBody<S>& body = store_.floatingBodies[at(i)];
      Force<S> own = memory_.forces[body.body];
      for (int k = 0; k < 3; ++k) {
        own.n[k] += step.start[k][body.body] - bodies[6 * body.body + k];
        own.f[k] += step.start[3 + k][body.body] - bodies[6 * body.body + 3 + k];
      }
      if (!passes_.accelerateFloating(memory_, body, own, known.joints.data(), result.data()))
        return false;
    }
  }
  for (const Plan::Segment& segment : plan_.segments())
    if (segment.kind == Plan::Segment::Kind::revolutes)
      passes_.accelerate(memory_, segment.first, segment.last, result.data());
  return true;
}

template <typename S>
bool RevoluteStep<S>::velocityOf(const DiscreteMomenta<S>& momenta, VectorX<S>& v) {
  return solve(rest_, momenta, v);
}

template <typename S>
void RevoluteStep<S>::begin(const S& h, const DiscreteMomenta<S>& momenta) {
  h_ = h;
  momenta_ = &momenta;
}

/// Computes displacements of floating bodies. Returns false if a turn is not small.
template <typename S>
MaskOf<S> RevoluteStep<S>::displaceFloating() {
  using kernels::isSmallTurn;
  MaskOf<S> areSmall(true);
  for (const kernels::FloatingBody<double>& body : plan_.floatingBodies()) {
    const Vector6<S> delta = h_ * u_.template segment<6>(body.velocity);
    const BasicDisplacement<S> moved =
        displacement(FreeJoint<S>(), typename FreeJoint<S>::Position(), delta);
    step_.turn[0][body.body] = moved.w;
    for (int k = 0; k < 3; ++k) {
      step_.turn[1 + k][body.body] = moved.v[k];
      step_.shift[k][body.body] = moved.p[k];
    }
    areSmall = areSmall & isSmallTurn(moved.w, moved.v.x(), moved.v.y(), moved.v.z());
  }
  return areSmall;
}

template <typename S>
MaskOf<S> RevoluteStep<S>::evaluate(const VectorX<S>& u) {
  u_ = u;
  stepPasses_.turnHalf(memory_, step_, static_cast<int>(plan_.revolutes().size()), u.data(),
                       S(0.5) * h_);
  MaskOf<S> areSmall = displaceFloating();
  for (const Plan::Segment& segment : plan_.segments())
    if (segment.kind == Plan::Segment::Kind::revolutes)
      areSmall = stepPasses_.forwardTurns(memory_, step_, segment.first, segment.last) & areSmall;
  stepPasses_.momenta(step_, bodies_.count, S(1) / h_);
  if constexpr (hasKnownStructure<S>)
    return areSmall;
  else
    return all(areSmall) ? areSmall : evaluateLargeTurns();
}

/// Computes the momenta of bodies for which the series of the pass are too short, lane by lane.
template <typename S>
MaskOf<S> RevoluteStep<S>::evaluateLargeTurns() {
  MaskOf<S> areKnown(true);
  for (int i = 0; i < bodies_.count; ++i)
    for (int lane = 0; lane < laneCount<S>; ++lane) {
      const auto of = [i, lane](S* const* numbers, int k) { return inLane(numbers[k][i], lane); };
      const Displacement moved{of(step_.turn, 0),
                               {of(step_.turn, 1), of(step_.turn, 2), of(step_.turn, 3)},
                               {of(step_.shift, 0), of(step_.shift, 1), of(step_.shift, 2)}};
      if (kernels::isSmallTurn(moved.w, moved.v.x(), moved.v.y(), moved.v.z())) continue;
      Vector6<double> start, end;
      if (!momentaOfLargeTurn(bodies_.inertia(i, lane), moved, inLane(h_, lane), start, end)) {
        setLane(areKnown, lane, false);
        continue;
      }
      for (int k = 0; k < 6; ++k) {
        setLane(step_.start[k][i], lane, start[k]);
        setLane(step_.end[k][i], lane, end[k]);
      }
    }
  return areKnown;
}

template <typename S>
bool RevoluteStep<S>::direction(VectorX<S>& du) {
  if (!solve(step_, *momenta_, du)) return false;
  for (const kernels::FloatingBody<double>& body : plan_.floatingBodies()) {
    auto change = du.template segment<6>(body.velocity);
    change = FreeJoint<S>::chartVelocity(h_ * u_.template segment<6>(body.velocity), change).eval();
  }
  return true;
}

template <typename S>
void RevoluteStep<S>::momentaAtEnd(DiscreteMomenta<S>& momenta) const {
  for (int i = 0; i < bodies_.count; ++i)
    for (int k = 0; k < 6; ++k) momenta.bodies[at(i)][k] = step_.end[k][i];
  momenta.joints.setZero();
}

template <typename S>
template <typename Visit>
void RevoluteStep<S>::visitPlaced(Visit visit) {
  for (std::size_t i = 0; i < store_.revolutes.size(); ++i) {
    visit(memory_.cosines[i]);
    visit(memory_.sines[i]);
    auto& [n, f] = memory_.workspace[i].gain;
    for (S* gain : {&n.x, &n.y, &n.z, &f.x, &f.y, &f.z}) visit(*gain);
    visit(memory_.workspace[i].pivot);
  }
  for (const kernels::FloatingBody<double>& body : plan_.floatingBodies()) {
    auto& [J, H, M] = memory_.articulated[body.body].A;
    for (auto* symmetric : {&J, &M})
      kernels::setNumbers(*symmetric, *symmetric, [&](S& number, const S&) { visit(number); });
    kernels::setNumbers(H, H, [&](S& number, const S&) { visit(number); });
  }
  for (int i = 0; i < bodies_.count; ++i)
    for (S* gravity : step_.gravity) visit(gravity[i]);
}

template <typename S>
template <typename Visit>
void RevoluteStep<S>::visitMomenta(Visit visit) {
  for (int i = 0; i < bodies_.count; ++i)
    for (int k = 0; k < 6; ++k) {
      visit(step_.start[k][i]);
      visit(step_.end[k][i]);
    }
}

}  // namespace linkwork
