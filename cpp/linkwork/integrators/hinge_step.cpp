#include "linkwork/integrators/hinge_step.hpp"

#include <algorithm>

#include "linkwork/integrators/discrete_equations.hpp"
#include "linkwork/integrators/joint_displacement.hpp"
#include "linkwork/linalg/index.hpp"

namespace linkwork {
namespace {

using Kind = Plan::Segment::Kind;

constexpr int turnRow = 0, shiftRow = 4, startRow = 7, endRow = 13, gravityRow = 19,
              inertiaRow = 22, zeroRow = 32, rowCount = 33;

const hinges::Passes<double>& pass() { return hinges::passes(); }

}  // namespace

bool HingeStep::suits(const ClusterTree<double>& tree) {
  const Plan* plan = tree.plan();
  if (!plan || !plan->hasMassRows() || !plan->gears().empty()) return false;
  return std::all_of(tree.bodies().begin(), tree.bodies().end(), [](const TreeBody<double>& body) {
    return !body.hasPassiveForces && body.reflectedInertia == 0;
  });
}

HingeStep::HingeStep(const ClusterTree<double>& tree)
    : tree_(tree),
      plan_(*tree.plan()),
      count_(static_cast<int>(tree.bodies().size())),
      stride_((count_ + hinges::bodyLanes - 1) / hinges::bodyLanes * hinges::bodyLanes),
      store_(plan_),
      byBody_(at(rowCount * stride_)),
      byHinge_(3 * plan_.hinges().size()),
      memory_(store_.view(plan_)),
      u_(Eigen::VectorXd::Zero(tree.velocitySize())) {
  for (int k = 0; k < 4; ++k) step_.turn[k] = row(turnRow + k);
  for (int k = 0; k < 3; ++k) {
    step_.shift[k] = row(shiftRow + k);
    step_.gravity[k] = row(gravityRow + k);
  }
  for (int k = 0; k < 6; ++k) {
    step_.start[k] = row(startRow + k);
    step_.end[k] = row(endRow + k);
  }
  for (int k = 0; k < 10; ++k) step_.inertia[k] = row(inertiaRow + k);
  step_.angles = byHinge_.data();
  step_.sines = step_.angles + plan_.hinges().size();
  step_.cosines = step_.sines + plan_.hinges().size();
  rest_ = step_;
  for (double*& start : rest_.start) start = row(zeroRow);

  std::fill_n(step_.turn[0], stride_, 1.0);  // what pads the arrays stands still
  for (int i = 0; i < count_; ++i) {
    const RigidBodyInertia<double>& inertia = tree.body(i).inertia;
    const auto& j = inertia.rotational;
    const double numbers[] = {inertia.mass,
                              inertia.moment.x(),
                              inertia.moment.y(),
                              inertia.moment.z(),
                              j.xx,
                              j.yy,
                              j.zz,
                              j.xy,
                              j.xz,
                              j.yz};
    for (int k = 0; k < 10; ++k) row(inertiaRow + k)[i] = numbers[k];
  }
}

void HingeStep::throwMassless(int body) const {
  throw masslessCluster(tree_, tree_.clusterOf(tree_.body(body)));
}

void HingeStep::moveTo(const Eigen::VectorXd& q) {
  pass().turnHinges(memory_, static_cast<int>(plan_.hinges().size()), q.data());
  for (const int body : plan_.branchingBodies()) memory_.articulated[body] = {};
  for (hinges::HingeScratch<double>& scratch : store_.scratch) scratch = {};  // nothing pushes
  for (const hinges::FloatingBody<double>& body : plan_.floatingBodies()) {
    const Transform<double> pose =
        tree_.body(body.body).placement * FreeJoint<double>::transform(q.segment<7>(body.position));
    const Vector3<double> gravity = pose.rotation.transpose() * tree_.gravity();
    for (int k = 0; k < 3; ++k) step_.gravity[k][body.body] = gravity[k];
  }
  for (const Plan::Segment& segment : plan_.segments())
    if (segment.kind == Kind::hinges)
      hinges::stepPasses().outwardGravity(memory_, step_, segment.first, segment.last,
                                          tree_.gravity().data());
  for (auto segment = plan_.segments().rbegin(); segment != plan_.segments().rend(); ++segment) {
    if (segment->kind != Kind::hinges) continue;
    const int massless = pass().inward(memory_, segment->first, segment->last);
    if (massless >= 0) throwMassless(plan_.hinges()[at(massless)].body);
  }
}

void HingeStep::addPotentialForces(double impulse, DiscreteMomenta& momenta) const {
  for (int i = 0; i < count_; ++i) {
    const RigidBodyInertia<double>& inertia = tree_.body(i).inertia;
    const Vector3<double> push =
        impulse * Vector3<double>(step_.gravity[0][i], step_.gravity[1][i], step_.gravity[2][i]);
    momenta.bodies[at(i)].head<3>() += inertia.moment.cross(push);
    momenta.bodies[at(i)].tail<3>() += inertia.mass * push;
  }
}

/// M result = j − Σ Sᵀ (μ − π), μ being the step's momenta at the start and π, j those known.
void HingeStep::solve(const hinges::StepMemory<double>& step, const DiscreteMomenta& known,
                      Eigen::VectorXd& result) {
  const double* bodies = known.bodies.front().data();
  for (const int body : plan_.branchingBodies()) memory_.forces[body] = {};
  for (auto segment = plan_.segments().rbegin(); segment != plan_.segments().rend(); ++segment) {
    if (segment->kind == Kind::hinges) {
      hinges::stepPasses().inwardMomenta(memory_, step, segment->first, segment->last, bodies,
                                         known.joints.data());
      continue;
    }
    for (int i = segment->first; i < segment->last; ++i) {
      const hinges::FloatingBody<double>& body = store_.floatingBodies[at(i)];
      hinges::Force<double> own = memory_.forces[body.body];
      for (int k = 0; k < 3; ++k) {
        own.n[k] += step.start[k][body.body] - bodies[6 * body.body + k];
        own.f[k] += step.start[3 + k][body.body] - bodies[6 * body.body + 3 + k];
      }
      if (!pass().accelerateFloating(memory_, body, own, known.joints.data(), result.data()))
        throwMassless(body.body);
    }
  }
  for (const Plan::Segment& segment : plan_.segments())
    if (segment.kind == Kind::hinges)
      pass().accelerate(memory_, segment.first, segment.last, result.data());
}

void HingeStep::velocityOf(const DiscreteMomenta& momenta, Eigen::VectorXd& v) {
  solve(rest_, momenta, v);
}

void HingeStep::begin(double h, const DiscreteMomenta& momenta) {
  h_ = h;
  momenta_ = &momenta;
}

/// Displacements of the bodies that float. False if one is no small turn.
bool HingeStep::displaceFloating() {
  bool areSmall = true;
  for (const hinges::FloatingBody<double>& body : plan_.floatingBodies()) {
    const Vector6<double> delta = h_ * u_.segment<6>(body.velocity);
    const Displacement moved =
        displacement(FreeJoint<double>(), FreeJoint<double>::Position(), delta);
    step_.turn[0][body.body] = moved.w;
    for (int k = 0; k < 3; ++k) {
      step_.turn[1 + k][body.body] = moved.v[k];
      step_.shift[k][body.body] = moved.p[k];
    }
    areSmall &= hinges::isSmallTurn(moved.w, moved.v.x(), moved.v.y(), moved.v.z());
  }
  return areSmall;
}

bool HingeStep::evaluate(const Eigen::VectorXd& u) {
  u_ = u;
  const hinges::StepPasses<double>& passes = hinges::stepPasses();
  passes.turnHalf(memory_, step_, static_cast<int>(plan_.hinges().size()), u.data(), 0.5 * h_);
  bool areSmall = displaceFloating();
  for (const Plan::Segment& segment : plan_.segments())
    if (segment.kind == Kind::hinges)
      areSmall &= passes.outwardTurns(memory_, step_, segment.first, segment.last);
  passes.momenta(step_, count_, 1 / h_);
  return areSmall || evaluateLargeTurns();
}

/// The momenta of bodies for which the pass's series are too short.
bool HingeStep::evaluateLargeTurns() {
  for (int i = 0; i < count_; ++i) {
    const Displacement moved{step_.turn[0][i],
                             {step_.turn[1][i], step_.turn[2][i], step_.turn[3][i]},
                             {step_.shift[0][i], step_.shift[1][i], step_.shift[2][i]}};
    if (hinges::isSmallTurn(moved.w, moved.v.x(), moved.v.y(), moved.v.z())) continue;
    const Vector6<double> twist = moved.log();
    if (!(twist.head<3>().squaredNorm() < largestTurn * largestTurn)) return false;
    const DiscreteMomentum<double> momentum = discreteMomentum(tree_.body(i).inertia, twist, h_);
    const Vector6<double> start = momentum.atStart(), end = momentum.atEnd();
    for (int k = 0; k < 6; ++k) {
      step_.start[k][i] = start[k];
      step_.end[k][i] = end[k];
    }
  }
  return true;
}

bool HingeStep::direction(Eigen::VectorXd& du) {
  solve(step_, *momenta_, du);
  for (const hinges::FloatingBody<double>& body : plan_.floatingBodies()) {
    auto change = du.segment<6>(body.velocity);
    change = FreeJoint<double>::chartVelocity(h_ * u_.segment<6>(body.velocity), change).eval();
  }
  return true;
}

void HingeStep::momentaAtEnd(DiscreteMomenta& momenta) const {
  for (int i = 0; i < count_; ++i)
    for (int k = 0; k < 6; ++k) momenta.bodies[at(i)][k] = step_.end[k][i];
  momenta.joints.setZero();
}

}  // namespace linkwork
