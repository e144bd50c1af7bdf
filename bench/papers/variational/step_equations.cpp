#include "papers/variational/step_equations.hpp"

#include <algorithm>

#include "linkwork/integrators/discrete_momentum.hpp"
#include "papers/variational/single_coordinate_joint.hpp"

namespace linkwork::papers {

StepEquations::StepEquations(const ClusterTree<double>& tree)
    : tree_(tree), bodies_(tree.bodies().size()) {
  for (int i = 0; i < size(); ++i) {
    of(i).parent = tree.body(i).parent;
    of(i).axis = axisOf(tree, i);
    of(i).last = i;
  }
  for (int i = size() - 1; i > 0; --i)
    if (const int parent = of(i).parent; parent != ground)
      of(parent).last = std::max(of(parent).last, of(i).last);
}

void StepEquations::begin(const Eigen::VectorXd& q, double h, const Eigen::VectorXd& momentum) {
  q_ = q;
  h_ = h;
  momentum_ = momentum;
  isArticulated_ = false;
  for (int i = 0; i < size(); ++i) {
    Body& here = of(i);
    here.start = jointPose(tree_.body(i), q[tree_.body(i).position]);
    here.pose = here.parent == ground ? here.start : of(here.parent).pose * here.start;
    here.worldAxis = here.pose.twistToParent(here.axis);
  }
}

/// Forward: Φ_i = rel_i(k)⁻¹ Φ_parent rel_i(k) · J_i(h u_i), never the difference of two poses.
void StepEquations::moveBy(const Eigen::VectorXd& u) {
  for (int i = 0; i < size(); ++i) {
    Body& here = of(i);
    const TreeBody<double>& body = tree_.body(i);
    const Displacement joint = jointMotion(body, q_[body.position], h_ * u[body.velocity]);
    here.moved = here.parent == ground ? joint : of(here.parent).moved.seenFrom(here.start) * joint;
    here.end = here.start * joint.transform();
    here.twist = here.moved.log();
  }
}

void StepEquations::residualByRecursion(const Eigen::VectorXd& u, Eigen::VectorXd& f) {
  moveBy(u);
  for (int i = 0; i < size(); ++i)
    of(i).force = discreteMomentum(tree_.body(i).inertia, of(i).twist, h_).atStart();  // μ
  for (int i = size() - 1; i >= 0; --i) {
    const Body& here = of(i);
    const int at = tree_.body(i).velocity;
    f[at] = here.axis.dot(here.force) - momentum_[at];
    if (here.parent != ground) of(here.parent).force += here.start.wrenchToParent(here.force);
  }
}

void StepEquations::residualByDerivatives(const Eigen::VectorXd& u, Eigen::VectorXd& f) {
  moveBy(u);
  f = -momentum_;
  for (int i = 0; i < size(); ++i) {
    const Body& here = of(i);
    const Vector6<double> momentum = tree_.body(i).inertia * here.twist / h_;
    const se3::TangentBlocks<double> logarithm = se3::leftTangentInverseBlocks(here.twist);
    // A unit of q_j moves body i at k by its twist J_ij, and hV̄_i by −Jl⁻¹ J_ij.
    for (int j = i; j != ground; j = of(j).parent) {
      const Vector6<double> slope = logarithm * here.pose.twistToChild(of(j).worldAxis);
      f[tree_.body(j).velocity] += slope.dot(momentum);
    }
  }
}

void StepEquations::jacobian(Eigen::MatrixXd& result) {
  result.setZero();
  for (int i = 0; i < size(); ++i)
    of(i).tangent = momentumTangent(tree_.body(i).inertia, of(i).twist, h_).matrix();
  for (int j = 0; j < size(); ++j) {
    const int column = tree_.body(j).velocity, last = of(j).last;
    for (int i = j; i <= last; ++i) {
      Body& here = of(i);
      here.slope = i == j ? here.axis : here.end.twistToChild(of(here.parent).slope);
      here.forceSlope = here.tangent * here.slope;
    }
    for (int i = last; i > j; --i)
      of(of(i).parent).forceSlope += of(i).start.wrenchToParent(of(i).forceSlope);
    for (int i = j; of(i).parent != ground; i = of(i).parent)
      of(of(i).parent).forceSlope = of(i).start.wrenchToParent(of(i).forceSlope);
    for (int i = j; i <= last; ++i)
      result(tree_.body(i).velocity, column) = h_ * of(i).axis.dot(of(i).forceSlope);
    for (int i = of(j).parent; i != ground; i = of(i).parent)
      result(tree_.body(i).velocity, column) = h_ * of(i).axis.dot(of(i).forceSlope);
  }
}

/// Backward:  D = SᵀIᴬS,  Iᴬ_parent += X_Lᵀ (Iᴬ − Iᴬ S D⁻¹ SᵀIᴬ) X_R,  from Iᴬ = `tangent` of every
/// body; X_L at k, X_R at k or at k+1.
void StepEquations::eliminate(bool atEnd) {
  for (int i = size() - 1; i >= 0; --i) {
    Body& here = of(i);
    const Vector6<double> moved = here.tangent * here.axis;
    here.pull = here.tangent.transpose() * here.axis;
    here.pivot = here.axis.dot(moved);
    here.gain = moved / here.pivot;
    if (here.parent == ground) continue;
    const Transform<double>& right = atEnd ? here.end : here.start;
    of(here.parent).tangent += here.start.inverse().adjoint().transpose() *
                               (here.tangent - here.gain * here.pull.transpose()) *
                               right.inverse().adjoint();
    here.pull /= here.pivot;
  }
}

/// Backward  e = f − Sᵀp,  p_parent += X_Lᵀ (p + Iᴬ S D⁻¹ e);  forward  δ = D⁻¹ (e − SᵀIᴬ X_R
/// ξ_parent), ξ = X_R ξ_parent + S δ.
void StepEquations::respond(const Eigen::VectorXd& f, bool atEnd, Eigen::VectorXd& delta) {
  for (int i = 0; i < size(); ++i) of(i).force.setZero();
  for (int i = size() - 1; i >= 0; --i) {
    const Body& here = of(i);
    const int at = tree_.body(i).velocity;
    delta[at] = f[at] - here.axis.dot(here.force);
    if (here.parent != ground)
      of(here.parent).force += here.start.wrenchToParent(here.force + here.gain * delta[at]);
  }
  for (int i = 0; i < size(); ++i) {
    Body& here = of(i);
    const int at = tree_.body(i).velocity;
    delta[at] /= here.pivot;
    here.slope = here.axis * delta[at];
    if (here.parent == ground) continue;
    const Vector6<double> carried =
        (atEnd ? here.end : here.start).twistToChild(of(here.parent).slope);
    delta[at] -= here.pull.dot(carried);
    here.slope = carried + here.axis * delta[at];
  }
}

void StepEquations::impulseResponse(const Eigen::VectorXd& f, Eigen::VectorXd& delta) {
  if (!isArticulated_) {
    for (int i = 0; i < size(); ++i) of(i).tangent = tree_.body(i).inertia.matrix();
    eliminate(false);
  }
  isArticulated_ = true;  // for the rest of the step
  respond(f, false, delta);
}

void StepEquations::newtonResponse(const Eigen::VectorXd& f, Eigen::VectorXd& delta) {
  isArticulated_ = false;
  for (int i = 0; i < size(); ++i)
    of(i).tangent = momentumTangent(tree_.body(i).inertia, of(i).twist, h_).matrix();
  eliminate(true);
  respond(f, true, delta);
  delta /= h_;
}

void StepEquations::endMomentum(Eigen::VectorXd& momentum) {
  for (int i = 0; i < size(); ++i)
    of(i).force = discreteMomentum(tree_.body(i).inertia, of(i).twist, h_).atEnd();  // ν
  for (int i = size() - 1; i >= 0; --i) {
    const Body& here = of(i);
    momentum[tree_.body(i).velocity] = here.axis.dot(here.force);
    if (here.parent != ground) of(here.parent).force += here.end.wrenchToParent(here.force);
  }
}

}  // namespace linkwork::papers
