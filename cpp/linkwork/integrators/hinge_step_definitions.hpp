#pragma once

#include <algorithm>
#include <type_traits>
#include <utility>

#include "linkwork/integrators/discrete_equations.hpp"
#include "linkwork/integrators/hinge_step.hpp"
#include "linkwork/integrators/joint_displacement.hpp"
#include "linkwork/linalg/index.hpp"

/// Its functions, for the files that compile it on a scalar.
namespace linkwork {

namespace detail {

/// Rows of HingeStep's arrays by body.
enum HingeStepRow {
  turnRow = 0,
  shiftRow = 4,
  startRow = 7,
  endRow = 13,
  gravityRow = 19,
  inertiaRow = 22,
  zeroRow = 32,
  rowCount = 33
};

}  // namespace detail

template <typename S>
HingeStep<S>::HingeStep(const ClusterTree<S>& tree, const Plan& plan, HingeMemory<S> numbers,
                        const hinges::Passes<S>& passes, const hinges::StepPasses<S>& stepPasses)
    : tree_(tree),
      plan_(plan),
      passes_(passes),
      stepPasses_(stepPasses),
      count_(static_cast<int>(tree.bodies().size())),
      stride_((count_ + hinges::bodyLanes - 1) / hinges::bodyLanes * hinges::bodyLanes),
      store_(std::move(numbers)),
      byBody_(at(detail::rowCount * stride_)),
      byHinge_(3 * plan_.hinges().size()),
      memory_(store_.view(plan_)),
      u_(VectorX<S>::Zero(tree.velocitySize())) {
  for (int k = 0; k < 4; ++k) step_.turn[k] = row(detail::turnRow + k);
  for (int k = 0; k < 3; ++k) {
    step_.shift[k] = row(detail::shiftRow + k);
    step_.gravity[k] = row(detail::gravityRow + k);
  }
  for (int k = 0; k < 6; ++k) {
    step_.start[k] = row(detail::startRow + k);
    step_.end[k] = row(detail::endRow + k);
  }
  for (int k = 0; k < 10; ++k) step_.inertia[k] = row(detail::inertiaRow + k);
  step_.angles = byHinge_.data();
  step_.sines = step_.angles + plan_.hinges().size();
  step_.cosines = step_.sines + plan_.hinges().size();
  rest_ = step_;
  for (S*& start : rest_.start) start = row(detail::zeroRow);

  std::fill_n(step_.turn[0], stride_, S(1));  // what pads the arrays stands still
  for (int i = 0; i < count_; ++i) {
    const RigidBodyInertia<S>& inertia = tree.body(i).inertia;
    const auto& j = inertia.rotational;
    const S values[] = {inertia.mass,
                        inertia.moment.x(),
                        inertia.moment.y(),
                        inertia.moment.z(),
                        j.xx,
                        j.yy,
                        j.zz,
                        j.xy,
                        j.xz,
                        j.yz};
    for (int k = 0; k < 10; ++k) row(detail::inertiaRow + k)[i] = values[k];
  }
}

template <typename S>
HingeStep<S>::HingeStep(const ClusterTree<double>& tree) requires std::same_as<S, double>
    : HingeStep(tree, *tree.plan(), HingeMemory<double>(*tree.plan()), hinges::passes(),
                hinges::stepPasses()) {}

template <typename S>
void HingeStep<S>::throwMassless(int body) const {
  throw masslessCluster(tree_, tree_.clusterOf(tree_.body(body)));
}

template <typename S>
void HingeStep<S>::moveTo(const VectorX<S>& q) {
  passes_.turnHinges(memory_, static_cast<int>(plan_.hinges().size()), q.data());
  for (const int body : plan_.branchingBodies()) memory_.articulated[body] = {};
  for (hinges::HingeScratch<S>& scratch : store_.scratch) scratch = {};  // nothing pushes
  for (const hinges::FloatingBody<S>& body : store_.floatingBodies) {
    const Eigen::Map<const Matrix3<S>> toJoint(body.placement);  // row by row: transposed
    const Vector3<S> atJoint = toJoint * tree_.gravity();
    const Vector3<S> gravity =
        FreeJoint<S>::transform(q.template segment<7>(body.position)).rotation.transpose() *
        atJoint;
    for (int k = 0; k < 3; ++k) step_.gravity[k][body.body] = gravity[k];
  }
  for (const Plan::Segment& segment : plan_.segments())
    if (segment.kind == Plan::Segment::Kind::hinges)
      stepPasses_.outwardGravity(memory_, step_, segment.first, segment.last,
                                 tree_.gravity().data());
  for (auto segment = plan_.segments().rbegin(); segment != plan_.segments().rend(); ++segment) {
    if (segment->kind != Plan::Segment::Kind::hinges) continue;
    const int massless = passes_.inward(memory_, segment->first, segment->last);
    if (massless >= 0) throwMassless(plan_.hinges()[at(massless)].body);
  }
}

template <typename S>
void HingeStep<S>::addPotentialForces(const S& impulse, DiscreteMomenta<S>& momenta) const {
  for (int i = 0; i < count_; ++i) {
    const RigidBodyInertia<S>& inertia = tree_.body(i).inertia;
    const Vector3<S> push =
        impulse * Vector3<S>(step_.gravity[0][i], step_.gravity[1][i], step_.gravity[2][i]);
    momenta.bodies[at(i)].template head<3>() += inertia.moment.cross(push);
    momenta.bodies[at(i)].template tail<3>() += inertia.mass * push;
  }
}

/// M result = j − Σ Sᵀ (μ − π), μ being the step's momenta at the start and π, j those known.
template <typename S>
void HingeStep<S>::solve(const hinges::StepMemory<S>& step, const DiscreteMomenta<S>& known,
                         VectorX<S>& result) {
  const S* bodies = known.bodies.front().data();
  for (const int body : plan_.branchingBodies()) memory_.forces[body] = {};
  for (auto segment = plan_.segments().rbegin(); segment != plan_.segments().rend(); ++segment) {
    if (segment->kind == Plan::Segment::Kind::hinges) {
      stepPasses_.inwardMomenta(memory_, step, segment->first, segment->last, bodies,
                                known.joints.data());
      continue;
    }
    for (int i = segment->first; i < segment->last; ++i) {
      const hinges::FloatingBody<S>& body = store_.floatingBodies[at(i)];
      hinges::Force<S> own = memory_.forces[body.body];
      for (int k = 0; k < 3; ++k) {
        own.n[k] += step.start[k][body.body] - bodies[6 * body.body + k];
        own.f[k] += step.start[3 + k][body.body] - bodies[6 * body.body + 3 + k];
      }
      if (!passes_.accelerateFloating(memory_, body, own, known.joints.data(), result.data()))
        throwMassless(body.body);
    }
  }
  for (const Plan::Segment& segment : plan_.segments())
    if (segment.kind == Plan::Segment::Kind::hinges)
      passes_.accelerate(memory_, segment.first, segment.last, result.data());
}

template <typename S>
void HingeStep<S>::velocityOf(const DiscreteMomenta<S>& momenta, VectorX<S>& v) {
  solve(rest_, momenta, v);
}

template <typename S>
void HingeStep<S>::begin(const S& h, const DiscreteMomenta<S>& momenta) {
  h_ = h;
  momenta_ = &momenta;
}

/// Displacements of the bodies that float. False if one is no small turn.
template <typename S>
bool HingeStep<S>::displaceFloating() {
  using hinges::isSmallTurn;
  bool areSmall = true;
  for (const hinges::FloatingBody<double>& body : plan_.floatingBodies()) {
    const Vector6<S> delta = h_ * u_.template segment<6>(body.velocity);
    const BasicDisplacement<S> moved =
        displacement(FreeJoint<S>(), typename FreeJoint<S>::Position(), delta);
    step_.turn[0][body.body] = moved.w;
    for (int k = 0; k < 3; ++k) {
      step_.turn[1 + k][body.body] = moved.v[k];
      step_.shift[k][body.body] = moved.p[k];
    }
    areSmall &= isSmallTurn(moved.w, moved.v.x(), moved.v.y(), moved.v.z());
  }
  return areSmall;
}

template <typename S>
bool HingeStep<S>::evaluate(const VectorX<S>& u) {
  u_ = u;
  stepPasses_.turnHalf(memory_, step_, static_cast<int>(plan_.hinges().size()), u.data(),
                       S(0.5) * h_);
  bool areSmall = displaceFloating();
  for (const Plan::Segment& segment : plan_.segments())
    if (segment.kind == Plan::Segment::Kind::hinges)
      areSmall &= stepPasses_.outwardTurns(memory_, step_, segment.first, segment.last);
  stepPasses_.momenta(step_, count_, S(1) / h_);
  if constexpr (std::is_same_v<S, double>)
    return areSmall || evaluateLargeTurns();
  else
    return areSmall;
}

/// The momenta of bodies for which the pass's series are too short.
template <typename S>
bool HingeStep<S>::evaluateLargeTurns() {
  for (int i = 0; i < count_; ++i) {
    const BasicDisplacement<S> moved{step_.turn[0][i],
                                     {step_.turn[1][i], step_.turn[2][i], step_.turn[3][i]},
                                     {step_.shift[0][i], step_.shift[1][i], step_.shift[2][i]}};
    if (hinges::isSmallTurn(moved.w, moved.v.x(), moved.v.y(), moved.v.z())) continue;
    const Vector6<S> twist = moved.log();
    if (!(twist.template head<3>().squaredNorm() < largestTurn * largestTurn)) return false;
    const DiscreteMomentum<S> momentum = discreteMomentum(tree_.body(i).inertia, twist, h_);
    const Vector6<S> start = momentum.atStart(), end = momentum.atEnd();
    for (int k = 0; k < 6; ++k) {
      step_.start[k][i] = start[k];
      step_.end[k][i] = end[k];
    }
  }
  return true;
}

template <typename S>
bool HingeStep<S>::direction(VectorX<S>& du) {
  solve(step_, *momenta_, du);
  for (const hinges::FloatingBody<double>& body : plan_.floatingBodies()) {
    auto change = du.template segment<6>(body.velocity);
    change = FreeJoint<S>::chartVelocity(h_ * u_.template segment<6>(body.velocity), change).eval();
  }
  return true;
}

template <typename S>
void HingeStep<S>::momentaAtEnd(DiscreteMomenta<S>& momenta) const {
  for (int i = 0; i < count_; ++i)
    for (int k = 0; k < 6; ++k) momenta.bodies[at(i)][k] = step_.end[k][i];
  momenta.joints.setZero();
}

template <typename S>
template <typename Visit>
void HingeStep<S>::visitPlaced(Visit visit) {
  for (std::size_t i = 0; i < store_.hinges.size(); ++i) {
    visit(memory_.cosines[i]);
    visit(memory_.sines[i]);
    for (S& gain : memory_.scratch[i].gain) visit(gain);
    visit(memory_.scratch[i].pivot);
  }
  for (const hinges::FloatingBody<double>& body : plan_.floatingBodies()) {
    hinges::Articulated<S>& carried = memory_.articulated[body.body];
    for (S* numbers : {&carried.j[0], &carried.m[0]})
      for (int k = 0; k < 6; ++k) visit(numbers[k]);
    for (S& number : carried.h) visit(number);
  }
  for (int i = 0; i < count_; ++i)
    for (S* gravity : step_.gravity) visit(gravity[i]);
}

template <typename S>
template <typename Visit>
void HingeStep<S>::visitMomenta(Visit visit) {
  for (int i = 0; i < count_; ++i)
    for (int k = 0; k < 6; ++k) {
      visit(step_.start[k][i]);
      visit(step_.end[k][i]);
    }
}

}  // namespace linkwork
