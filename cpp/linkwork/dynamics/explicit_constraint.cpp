#include "linkwork/dynamics/explicit_constraint.hpp"

#include <algorithm>

#include "linkwork/jet.hpp"
#include "linkwork/linalg/index.hpp"
#include "linkwork/model/body_joint.hpp"
#include "linkwork/spatial/crank_angle.hpp"

namespace linkwork {

namespace {

template <typename Scalar>
Scalar velocityOf(const Cluster<Scalar>& cluster, int local, const ConstVectorRef<Scalar>& v) {
  return v[cluster.velocities[at(local)]];
}

/// A rod's far end seen from the parent of its crank: p, ṗ and p̈ at q̈ = 0. Walks up from the far
/// body and leaves the point in each body's frame in the scratch. With r the point, ṙ and r̈ in a
/// body's frame, (ω; u) = S q̇ and (α; β) = Ṡ q̇ of its joint, in the parent's frame R, t of the
/// joint
///
///   p = t + R r      ṗ = R w,  w = u + ω × r + ṙ      p̈ = R (ω × (w + ṙ) + α × r + β + r̈)
template <typename Scalar>
struct PointMotion {
  Vector3<Scalar> position, velocity = Vector3<Scalar>::Zero(),
                            acceleration = Vector3<Scalar>::Zero();
};

/// w and its acceleration where the joint is a hinge: ω = z q̇, all else zero.
template <typename Scalar>
void turnPoint(const Scalar& rate, PointMotion<Scalar>& point) {
  const Vector3<Scalar> before = point.velocity;
  point.velocity.x() -= rate * point.position.y();
  point.velocity.y() += rate * point.position.x();
  point.acceleration.x() -= rate * (point.velocity.y() + before.y());
  point.acceleration.y() += rate * (point.velocity.x() + before.x());
}

template <typename Scalar>
PointMotion<Scalar> farEnd(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                           const CrankRod<Scalar>& rod, const ConstVectorRef<Scalar>& q,
                           const ConstVectorRef<Scalar>& v, Workspace<Scalar>& work) {
  auto& points = work.of(tree, cluster).points;
  PointMotion<Scalar> point{rod.point};
  for (int i = rod.far; i != rod.parent; i = tree.body(i).parent) {
    const TreeBody<Scalar>& body = tree.body(i);
    const Transform<Scalar>& toParent = work.of(i).toParent;
    points[at(i - cluster.firstBody)] = point.position;
    withJoint(body, [&]<typename Joint>(const Joint& joint) {
      if constexpr (std::is_same_v<Joint, RevoluteJoint<Scalar>>)
        return turnPoint(v[body.velocity], point);
      const typename Joint::Position position =
          q.template segment<Joint::positionSize>(body.position, body.positions);
      const typename Joint::Velocity velocity =
          v.template segment<Joint::velocitySize>(body.velocity, body.velocities);
      const Vector6<Scalar> twist = work.jointSubspaces.template middleCols<Joint::velocitySize>(
                                        body.velocity, body.velocities) *
                                    velocity;
      const Vector6<Scalar> bias = joint.bias(position, velocity);
      const Vector3<Scalar> spin = twist.template head<3>();
      const Vector3<Scalar> swept =
          twist.template tail<3>() + spin.cross(point.position) + point.velocity;
      point.acceleration += spin.cross(swept + point.velocity) + bias.template tail<3>() +
                            Vector3<Scalar>(bias.template head<3>()).cross(point.position);
      point.velocity = swept;
    });
    point.position = toParent * point.position;
    point.velocity = toParent.rotation * point.velocity;
    point.acceleration = toParent.rotation * point.acceleration;
  }
  return point;
}

/// Row of G and entry of g for the crank of a rod.
template <typename Scalar>
bool solveCrank(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                const ExplicitStep<Scalar>& step, const ConstVectorRef<Scalar>& q,
                const ConstVectorRef<Scalar>& v, Workspace<Scalar>& work) {
  ConstraintScratch<Scalar>& scratch = work.of(tree, cluster);
  const CrankRod<Scalar>& rod = step.crankRod;
  const PointMotion<Scalar> end = farEnd(tree, cluster, rod, q, v, work);

  const Transform<Scalar>& crank = work.of(rod.crank).toParent;
  const Vector3<Scalar> pin = crank * rod.pin, lever = pin - crank.translation;
  const Vector3<Scalar> axis = crank.rotation.col(2);
  const Vector3<Scalar> swing = axis.cross(lever), along = end.position - pin;  // z × a, d
  const Scalar leverage = along.dot(swing);                                     // E
  const Scalar full = Scalar(leastLeverage) * rod.length;
  if (!(leverage * leverage > full * full * swing.squaredNorm())) return false;

  auto row = scratch.basis.row(step.dependent).head(cluster.dofs);
  row.setZero();
  const Scalar rate = velocityOf(cluster, step.dependent, v);
  const Vector3<Scalar> across = lever - axis.dot(lever) * axis;
  Scalar offset = along.dot(end.acceleration) + end.velocity.squaredNorm() -
                  Scalar(2) * rate * end.velocity.dot(swing) +
                  rate * rate * (end.position - crank.translation).dot(across);

  // d · ∂p/∂q for the joints between: S of each, at the point, against d in its body's frame.
  Vector3<Scalar> inOutput = along;
  if (rod.parent >= cluster.firstBody)
    inOutput = scratch.poses[at(rod.parent - cluster.firstBody)].rotation * along;
  for (int i = rod.far; i != rod.parent; i = tree.body(i).parent) {
    const TreeBody<Scalar>& body = tree.body(i);
    const auto local = at(i - cluster.firstBody);
    const Vector3<Scalar> force = scratch.poses[local].rotation.transpose() * inOutput;
    const Vector3<Scalar> moment = scratch.points[local].cross(force);
    for (int k = 0; k < body.velocities; ++k) {
      const auto subspace = work.jointSubspaces.col(body.velocity + k);
      const Scalar pull =
          moment.dot(subspace.template head<3>()) + force.dot(subspace.template tail<3>());
      row += pull * scratch.basis.row(body.local + k).head(cluster.dofs);
      offset += pull * scratch.offset[body.local + k];
    }
  }
  row /= leverage;
  scratch.offset[step.dependent] = offset / leverage;
  return true;
}

/// The same for the dependent joint of a coupling: q_d = (offset − Σ c_j q_j) / c_d.
template <typename Scalar>
void solveCoupling(const Cluster<Scalar>& cluster, const ExplicitStep<Scalar>& step,
                   ConstraintScratch<Scalar>& scratch) {
  const CouplingRow<Scalar>& coupling = cluster.constraint->couplings[at(step.coupling)];
  auto row = scratch.basis.row(step.dependent).head(cluster.dofs);
  row.setZero();
  Scalar offset(0), own(1);
  for (const auto& term : coupling.terms) {
    if (term.local == step.dependent) {
      own = term.coefficient;
      continue;
    }
    row -= term.coefficient * scratch.basis.row(term.local).head(cluster.dofs);
    offset -= term.coefficient * scratch.offset[term.local];
  }
  row /= own;
  scratch.offset[step.dependent] = offset / own;
}

template <typename Scalar>
std::optional<Scalar> angleOf(const ClusterTree<Scalar>& tree, const CrankRod<Scalar>& rod,
                              const VectorRef<Scalar>& q) {
  Vector3<Scalar> point = rod.point;
  for (int i = rod.far; i != rod.parent; i = tree.body(i).parent) {
    const TreeBody<Scalar>& body = tree.body(i);
    withJoint(body, [&]<typename Joint>(const Joint& joint) {
      const typename Joint::Position position =
          q.template segment<Joint::positionSize>(body.position, body.positions);
      point = body.placement * (joint.transform(position) * point);
    });
  }
  // In the crank's joint frame: p · a(θ) = (|p|² + |a|² − L²) / 2.
  const TreeBody<Scalar>& crank = tree.body(rod.crank);
  const Vector3<Scalar> p = crank.placement.inverse() * point;
  const Vector3<Scalar>& a = rod.pin;
  const Scalar half =
      (p.squaredNorm() + a.squaredNorm() - rod.length * rod.length) / Scalar(2) - p.z() * a.z();
  return linkwork::crankAngle<Scalar>(p.x() * a.x() + p.y() * a.y(), p.y() * a.x() - p.x() * a.y(),
                                      half, q[crank.position], leastLeverage);
}

/// Finds which coordinate each constraint of a cluster gives, and in which order.
template <typename Scalar>
class Ordering {
 public:
  Ordering(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
           const ClusterConstraint<Scalar>& constraint, const std::vector<double>& carriedMass)
      : tree_(tree),
        cluster_(cluster),
        constraint_(constraint),
        mass_(carriedMass),
        isGiven_(at(cluster.spanning()), false),
        isKnown_(at(cluster.spanning()), true) {}

  std::optional<ExplicitForm<Scalar>> find() {
    if (!assignRods() || !assignCouplings()) return std::nullopt;
    for (const ExplicitStep<Scalar>& step : waiting_) isKnown_[at(step.dependent)] = false;
    ExplicitForm<Scalar> form;
    while (!waiting_.empty()) {
      const auto ready = std::find_if(waiting_.begin(), waiting_.end(),
                                      [&](const auto& step) { return isReady(step); });
      if (ready == waiting_.end()) return std::nullopt;
      isKnown_[at(ready->dependent)] = true;
      form.order.push_back(ready->dependent);
      form.steps.push_back(*ready);
      waiting_.erase(ready);
    }
    for (int local = 0; local < cluster_.spanning(); ++local)
      if (!isGiven_[at(local)]) form.order.push_back(local);
    return form;
  }

 private:
  double massOf(int treeBody) const { return mass_[at(tree_.body(treeBody).mechanismBody)]; }

  bool isWithin(int treeBody) const { return treeBody >= cluster_.firstBody; }

  /// Whether `ancestor` is on the way from a body up to the cluster's output body.
  bool carries(int ancestor, int treeBody) const {
    while (treeBody != ancestor && isWithin(treeBody)) treeBody = tree_.body(treeBody).parent;
    return treeBody == ancestor || (!isWithin(ancestor) && !isWithin(treeBody));
  }

  void give(ExplicitStep<Scalar> step) {
    isGiven_[at(step.dependent)] = true;
    waiting_.push_back(step);
  }

  bool assignRods() {
    for (const LoopClosure<Scalar>& loop : constraint_.loops) {
      if (loop.joint != JointType::rod) return false;
      const auto offered =
          [&](int crank, const Transform<Scalar>& onCrank, int far,
              const Transform<Scalar>& onFar) -> std::optional<ExplicitStep<Scalar>> {
        if (!isWithin(crank) || tree_.body(crank).joint != JointType::revolute ||
            isGiven_[at(tree_.body(crank).local)] || carries(crank, far))
          return std::nullopt;
        const int parent = tree_.body(crank).parent;
        if (!carries(parent, far)) return std::nullopt;
        return ExplicitStep<Scalar>{tree_.body(crank).local,
                                    -1,
                                    {crank, parent, isWithin(far) ? far : parent,
                                     onCrank.translation, onFar.translation, loop.measure}};
      };
      auto step = offered(loop.child, loop.childFrame, loop.parent, loop.parentFrame);
      const auto other = offered(loop.parent, loop.parentFrame, loop.child, loop.childFrame);
      if (other && (!step || massOf(loop.parent) < massOf(loop.child))) step = other;
      if (!step) return false;
      give(*step);
    }
    return true;
  }

  bool assignCouplings() {
    for (std::size_t c = 0; c < constraint_.couplings.size(); ++c) {
      int lightest = -1;
      double least = 0;
      for (const auto& term : constraint_.couplings[c].terms) {
        const double mass = massOf(term.body);
        if (isGiven_[at(term.local)] || (lightest >= 0 && mass > least)) continue;
        lightest = term.local;
        least = mass;
      }
      if (lightest < 0) return false;
      give({lightest, static_cast<int>(c), {}});
    }
    return true;
  }

  bool isReady(const ExplicitStep<Scalar>& step) const {
    if (step.coupling >= 0) {
      const auto& terms = constraint_.couplings[at(step.coupling)].terms;
      return std::all_of(terms.begin(), terms.end(), [&](const auto& term) {
        return term.local == step.dependent || isKnown_[at(term.local)];
      });
    }
    for (int i = step.crankRod.far; i != step.crankRod.parent; i = tree_.body(i).parent) {
      const TreeBody<Scalar>& body = tree_.body(i);
      for (int k = 0; k < body.velocities; ++k)
        if (!isKnown_[at(body.local + k)]) return false;
    }
    return true;
  }

  const ClusterTree<Scalar>& tree_;
  const Cluster<Scalar>& cluster_;
  const ClusterConstraint<Scalar>& constraint_;
  const std::vector<double>& mass_;
  std::vector<bool> isGiven_, isKnown_;  ///< by spanning velocity: by a step; so far in the order
  std::vector<ExplicitStep<Scalar>> waiting_;
};

}  // namespace

template <typename Scalar>
std::optional<ExplicitForm<Scalar>> explicitFormOf(const ClusterTree<Scalar>& tree,
                                                   const Cluster<Scalar>& cluster,
                                                   const ClusterConstraint<Scalar>& constraint,
                                                   const std::vector<double>& carriedMass) {
  return Ordering<Scalar>(tree, cluster, constraint, carriedMass).find();
}

template <typename Scalar>
bool solveExplicit(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                   const ConstVectorRef<Scalar>& q, const ConstVectorRef<Scalar>& v,
                   Workspace<Scalar>& work) {
  ConstraintScratch<Scalar>& scratch = work.of(tree, cluster);
  const ExplicitForm<Scalar>& form = *cluster.constraint->explicitForm;
  std::copy(form.order.begin(), form.order.end(), scratch.order.begin());
  for (int j = 0; j < cluster.dofs; ++j) {
    const int local = form.order[form.steps.size() + at(j)];
    scratch.basis.row(local).head(cluster.dofs).setZero();
    scratch.basis(local, j) = Scalar(1);
    scratch.offset[local] = Scalar(0);
  }
  for (const ExplicitStep<Scalar>& step : form.steps) {
    if (step.coupling >= 0)
      solveCoupling(cluster, step, scratch);
    else if (!solveCrank(tree, cluster, step, q, v, work))
      return false;
  }
  return true;
}

template <typename Scalar>
void closeExplicit(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                   VectorRef<Scalar> q) {
  for (const ExplicitStep<Scalar>& step : cluster.constraint->explicitForm->steps) {
    if (step.coupling < 0) {
      const std::optional<Scalar> angle = angleOf<Scalar>(tree, step.crankRod, q);
      if (!angle) return;
      q[tree.body(step.crankRod.crank).position] = *angle;
      continue;
    }
    const CouplingRow<Scalar>& coupling = cluster.constraint->couplings[at(step.coupling)];
    Scalar sum = coupling.offset, own(1);
    int position = 0;
    for (const auto& term : coupling.terms) {
      if (term.local == step.dependent) {
        own = term.coefficient;
        position = term.position;
      } else {
        sum -= term.coefficient * q[term.position];
      }
    }
    q[position] = sum / own;
  }
}

template std::optional<ExplicitForm<double>> explicitFormOf(const ClusterTree<double>&,
                                                            const Cluster<double>&,
                                                            const ClusterConstraint<double>&,
                                                            const std::vector<double>&);
template bool solveExplicit(const ClusterTree<double>&, const Cluster<double>&,
                            const ConstVectorRef<double>&, const ConstVectorRef<double>&,
                            Workspace<double>&);
template bool solveExplicit(const ClusterTree<DerivativeJet>&, const Cluster<DerivativeJet>&,
                            const ConstVectorRef<DerivativeJet>&,
                            const ConstVectorRef<DerivativeJet>&, Workspace<DerivativeJet>&);
template void closeExplicit(const ClusterTree<double>&, const Cluster<double>&, VectorRef<double>);

}  // namespace linkwork
