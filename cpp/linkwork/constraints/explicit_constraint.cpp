#include "linkwork/constraints/explicit_constraint.hpp"

#include <algorithm>

#include "linkwork/jet.hpp"
#include "linkwork/linalg/index.hpp"
#include "linkwork/model/body_joint.hpp"
#include "linkwork/spatial/crank_angle.hpp"

namespace linkwork {

namespace {

/// A rod's far end in the frame of its crank's parent: p, ṗ and p̈ at q̈ = 0. The recursion starts at
/// the far body and writes the point in each body's frame to the workspace. With the point r, ṙ and
/// r̈ in a body's frame, (ω; u) = S q̇ and (α; β) = Ṡ q̇ of its joint, and the joint's frame R, t in
/// the parent,
///
///   p = t + R r      ṗ = R w,  w = u + ω × r + ṙ      p̈ = R (ω × (w + ṙ) + α × r + β + r̈)
template <typename Scalar>
struct PointMotion {
  Vector3<Scalar> position, velocity = Vector3<Scalar>::Zero(),
                            acceleration = Vector3<Scalar>::Zero();
};

/// w and its acceleration for a revolute joint: ω = z q̇, all else is zero.
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
                           const ConstVectorRef<Scalar>& v, TreeWorkspace<Scalar>& work) {
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

/// A rod in the frame of its crank's parent: d from the pin to the far end, the pin's direction of
/// motion z × a, and E = d · (z × a).
template <typename Scalar>
struct Leverage {
  Vector3<Scalar> lever, axis, swing, along;
  Scalar slope;

  Leverage(const CrankRod<Scalar>& rod, const Transform<Scalar>& crank,
           const Vector3<Scalar>& farEnd)
      : lever(crank.rotation * rod.pin),
        axis(crank.rotation.col(2)),
        swing(axis.cross(lever)),
        along(farEnd - (crank.translation + lever)),
        slope(along.dot(swing)) {}

  bool isEnough(const CrankRod<Scalar>& rod) const {
    const Scalar full = Scalar(leastLeverage) * rod.length;
    return slope * slope > full * full * swing.squaredNorm();
  }
};

/// The row of G and the entry of g of a dependent coordinate, a sum over the coordinates it depends
/// on.
template <typename Scalar>
class DependentRow {
 public:
  DependentRow(ConstraintWorkspace<Scalar>& workspace, int dofs, int dependent,
               const Scalar& offset)
      : workspace_(workspace), dofs_(dofs), row_(dependent), offset_(offset) {
    for (int j = 0; j < dofs_; ++j) workspace_.basis(row_, j) = Scalar(0);
  }
  void add(const Scalar& factor, int local) {
    for (int j = 0; j < dofs_; ++j)
      workspace_.basis(row_, j) += factor * workspace_.basis(local, j);
    offset_ += factor * workspace_.offset[local];
  }
  const ConstraintWorkspace<Scalar>& workspace() const { return workspace_; }
  void divide(const Scalar& divisor) {
    for (int j = 0; j < dofs_; ++j) workspace_.basis(row_, j) /= divisor;
    workspace_.offset[row_] = offset_ / divisor;
  }

 private:
  ConstraintWorkspace<Scalar>& workspace_;
  int dofs_, row_;
  Scalar offset_;
};

/// Adds d · ∂p/∂q of the joints between the crank's parent and a body: S of each joint at the
/// point, times d in the body's frame, which is returned.
template <typename Scalar>
Vector3<Scalar> addPulls(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                         const CrankRod<Scalar>& rod, int index, const Vector3<Scalar>& along,
                         const TreeWorkspace<Scalar>& work, DependentRow<Scalar>& row) {
  if (index == rod.parent) return along;
  const TreeBody<Scalar>& body = tree.body(index);
  const Vector3<Scalar> force = work.of(index).toParent.rotation.transpose() *
                                addPulls(tree, cluster, rod, body.parent, along, work, row);
  const Vector3<Scalar>& point = row.workspace().points[at(index - cluster.firstBody)];
  if (body.joint == JointType::revolute) {
    row.add(point.x() * force.y() - point.y() * force.x(), body.local);
    return force;
  }
  const Vector3<Scalar> moment = point.cross(force);
  for (int k = 0; k < body.velocities; ++k) {
    const auto subspace = work.jointSubspaces.col(body.velocity + k);
    row.add(moment.dot(subspace.template head<3>()) + force.dot(subspace.template tail<3>()),
            body.local + k);
  }
  return force;
}

/// The row of G and the entry of g of the crank of a rod.
template <typename Scalar>
bool solveCrank(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                const ExplicitStep<Scalar>& step, const ConstVectorRef<Scalar>& q,
                const ConstVectorRef<Scalar>& v, TreeWorkspace<Scalar>& work) {
  ConstraintWorkspace<Scalar>& workspace = work.of(tree, cluster);
  const CrankRod<Scalar>& rod = step.crankRod;
  const PointMotion<Scalar> end = farEnd(tree, cluster, rod, q, v, work);
  const Transform<Scalar>& crank = work.of(rod.crank).toParent;
  const Leverage<Scalar> leverage(rod, crank, end.position);
  if (!leverage.isEnough(rod)) return false;

  const Scalar rate = v[cluster.velocities[at(step.dependent)]];
  const Vector3<Scalar> across = leverage.lever - leverage.axis.dot(leverage.lever) * leverage.axis;
  DependentRow<Scalar> row(workspace, cluster.dofs, step.dependent,
                           leverage.along.dot(end.acceleration) + end.velocity.squaredNorm() -
                               Scalar(2) * rate * end.velocity.dot(leverage.swing) +
                               rate * rate * (end.position - crank.translation).dot(across));
  addPulls(tree, cluster, rod, rod.far, leverage.along, work, row);
  row.divide(leverage.slope);
  return true;
}

/// The same for the dependent joint of a coupling: q_d = (offset − Σ c_j f_j(q_j)) / c_d.
template <typename Scalar>
void solveCoupling(const Cluster<Scalar>& cluster, const ExplicitStep<Scalar>& step,
                   const ConstVectorRef<Scalar>& q, const ConstVectorRef<Scalar>& v,
                   ConstraintWorkspace<Scalar>& workspace) {
  const auto& terms = cluster.constraint->couplings[at(step.coupling)].terms;
  Scalar curvature(0);
  for (const auto& term : terms) {
    if (!term.function) continue;
    const Scalar& rate = v[cluster.velocities[at(term.local)]];
    curvature -= term.curvature(q[term.position]) * rate * rate;
  }
  DependentRow<Scalar> row(workspace, cluster.dofs, step.dependent, curvature);
  Scalar own(1);
  for (const auto& term : terms) {
    if (term.local == step.dependent)
      own = term.coefficient;
    else
      row.add(-term.slope(q[term.position]), term.local);
  }
  row.divide(own);
}

/// Computes θ and θ̇ of the crank of a rod, and its frame.
template <typename Scalar>
bool closeCrank(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                const CrankRod<Scalar>& rod, TreeWorkspace<Scalar>& work, VectorRef<Scalar> q,
                VectorRef<Scalar> v) {
  const PointMotion<Scalar> end = farEnd<Scalar>(tree, cluster, rod, q, v, work);
  // In the crank's joint frame: p · a(θ) = (|p|² + |a|² − L²) / 2.
  const TreeBody<Scalar>& crank = tree.body(rod.crank);
  const Vector3<Scalar> p =
      crank.placement.rotation.transpose() * (end.position - crank.placement.translation);
  const Vector3<Scalar>& a = rod.pin;
  const Scalar half =
      (p.squaredNorm() + a.squaredNorm() - rod.length * rod.length) / Scalar(2) - p.z() * a.z();
  const std::optional<Scalar> angle =
      crankAngle<Scalar>(p.x() * a.x() + p.y() * a.y(), p.y() * a.x() - p.x() * a.y(), half,
                         q[crank.position], leastLeverage);
  if (!angle) return false;
  q[crank.position] = *angle;
  Transform<Scalar>& placed = work.of(rod.crank).toParent;
  placed =
      crank.placement * RevoluteJoint<Scalar>::transform(q.template segment<1>(crank.position));
  const Leverage<Scalar> leverage(rod, placed, end.position);
  if (!leverage.isEnough(rod)) return false;
  v[crank.velocity] = leverage.along.dot(end.velocity) / leverage.slope;
  return true;
}

/// Computes q_d and q̇_d of the dependent joint of a coupling.
template <typename Scalar>
void closeCoupling(const Cluster<Scalar>& cluster, const ExplicitStep<Scalar>& step,
                   VectorRef<Scalar> q, VectorRef<Scalar> v) {
  const CouplingRow<Scalar>& coupling = cluster.constraint->couplings[at(step.coupling)];
  const auto velocity = [&](const auto& term) -> Scalar& {
    return v[cluster.velocities[at(term.local)]];
  };
  Scalar sum = coupling.offset, rate(0);
  const typename CouplingRow<Scalar>::Term* own = nullptr;
  for (const auto& term : coupling.terms) {
    if (term.local == step.dependent) {
      own = &term;
      continue;
    }
    sum -= term.value(q[term.position]);
    rate -= term.slope(q[term.position]) * velocity(term);
  }
  q[own->position] = sum / own->coefficient;
  velocity(*own) = rate / own->coefficient;
}

}  // namespace

template <typename Scalar>
bool solveExplicit(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                   const ConstVectorRef<Scalar>& q, const ConstVectorRef<Scalar>& v,
                   TreeWorkspace<Scalar>& work) {
  ConstraintWorkspace<Scalar>& workspace = work.of(tree, cluster);
  const ExplicitForm<Scalar>& form = *cluster.constraint->explicitForm;
  std::copy(form.order.begin(), form.order.end(), workspace.order.begin());
  for (int j = 0; j < cluster.dofs; ++j) {
    const int local = form.order[form.steps.size() + at(j)];
    for (int k = 0; k < cluster.dofs; ++k) workspace.basis(local, k) = Scalar(k == j ? 1 : 0);
    workspace.offset[local] = Scalar(0);
  }
  for (const ExplicitStep<Scalar>& step : form.steps) {
    if (step.coupling >= 0)
      solveCoupling(cluster, step, q, v, workspace);
    else if (!solveCrank(tree, cluster, step, q, v, work))
      return false;
  }
  return true;
}

template <typename Scalar>
bool closeExplicit(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                   TreeWorkspace<Scalar>& work, VectorRef<Scalar> q, VectorRef<Scalar> v) {
  for (const ExplicitStep<Scalar>& step : cluster.constraint->explicitForm->steps) {
    if (step.coupling >= 0)
      closeCoupling<Scalar>(cluster, step, q, v);
    else if (!closeCrank<Scalar>(tree, cluster, step.crankRod, work, q, v))
      return false;
  }
  return true;
}

template bool solveExplicit(const ClusterTree<double>&, const Cluster<double>&,
                            const ConstVectorRef<double>&, const ConstVectorRef<double>&,
                            TreeWorkspace<double>&);
template bool solveExplicit(const ClusterTree<DerivativeJet>&, const Cluster<DerivativeJet>&,
                            const ConstVectorRef<DerivativeJet>&,
                            const ConstVectorRef<DerivativeJet>&, TreeWorkspace<DerivativeJet>&);
template bool closeExplicit(const ClusterTree<double>&, const Cluster<double>&,
                            TreeWorkspace<double>&, VectorRef<double>, VectorRef<double>);

namespace {

/// Finds the coordinate that each constraint of a cluster determines, and the order.
template <typename Scalar>
class Ordering {
 public:
  Ordering(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
           const ClusterConstraint<Scalar>& constraint, const std::vector<double>& subtreeMass)
      : tree_(tree),
        cluster_(cluster),
        constraint_(constraint),
        mass_(subtreeMass),
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

  /// Whether `ancestor` is between a body and the cluster's output body.
  bool supports(int ancestor, int treeBody) const {
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
            isGiven_[at(tree_.body(crank).local)] || supports(crank, far))
          return std::nullopt;
        const int parent = tree_.body(crank).parent;
        if (!supports(parent, far)) return std::nullopt;
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
        if (term.function || isGiven_[at(term.local)] || (lightest >= 0 && mass > least)) continue;
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
  std::vector<bool> isGiven_,
      isKnown_;  ///< by spanning velocity: determined by a step; known up to now
  std::vector<ExplicitStep<Scalar>> waiting_;
};

}  // namespace

template <typename Scalar>
std::optional<ExplicitForm<Scalar>> explicitFormOf(const ClusterTree<Scalar>& tree,
                                                   const Cluster<Scalar>& cluster,
                                                   const ClusterConstraint<Scalar>& constraint,
                                                   const std::vector<double>& subtreeMass) {
  return Ordering<Scalar>(tree, cluster, constraint, subtreeMass).find();
}

template std::optional<ExplicitForm<double>> explicitFormOf(const ClusterTree<double>&,
                                                            const Cluster<double>&,
                                                            const ClusterConstraint<double>&,
                                                            const std::vector<double>&);

}  // namespace linkwork
