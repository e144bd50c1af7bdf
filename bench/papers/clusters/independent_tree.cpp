#include "papers/clusters/independent_tree.hpp"
#include "linkwork/dynamics/compile.hpp"

#include <cmath>

#include "linkwork/constraints/loop_constraints.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/elementary.hpp"
#include "linkwork/linalg/index.hpp"
#include "linkwork/model/state_layout.hpp"

namespace linkwork::papers {

namespace {

/// How readily each spanning velocity of a cluster is made dependent: the lighter the
/// branch that it moves, the more, beyond what its couplings say.
VectorX<double> preferLight(const ClusterTree<double>& tree, const Cluster<double>& cluster) {
  std::vector<double> carried;
  for (const TreeBody<double>& body : tree.bodies()) carried.push_back(body.inertia.mass);
  for (std::size_t i = carried.size(); i-- > 0;)
    if (const int parent = tree.bodies()[i].parent; parent != ground)
      carried[at(parent)] += carried[i];

  VectorX<double> preference = cluster.constraint->preference;
  double most = 0;
  for (int i = 0; i < cluster.bodyCount; ++i)
    most = std::max(most, carried[at(cluster.firstBody + i)]);
  for (int i = 0; i < cluster.bodyCount; ++i) {
    const TreeBody<double>& body = tree.body(cluster.firstBody + i);
    const double share = most > 0 ? carried[at(cluster.firstBody + i)] / most : 1;
    preference.segment(body.local, body.velocities) *= elementary::pow(share + 1e-2, -4);
  }
  return preference;
}

}  // namespace

/// What stays and what it follows from.
struct IndependentTree::Selection {
  Selection(const Mechanism& mechanism, const ClusterTree<double>& whole);

  /// A joint left out and one that its couplings make it follow, both by tree body.
  struct Ratio {
    int rotor, link;
    double ratio;
    double inertia;  ///< of the rotor about its joint
  };

  std::vector<bool> stays;  ///< by body of the whole tree
  std::vector<Ratio> ratios;
  Mechanism part;
  NamedState pose;

 private:
  void select(const ClusterTree<double>& whole, const Cluster<double>& cluster,
              Workspace<double>& work);
  void findRatios(const ClusterTree<double>& whole, const Cluster<double>& cluster,
                  Workspace<double>& work);
};

IndependentTree::Selection::Selection(const Mechanism& mechanism, const ClusterTree<double>& whole)
    : stays(whole.bodies().size(), true), part(mechanism) {
  Workspace<double> work(whole);
  updateKinematics<double>(whole, whole.initialPosition(), whole.initialVelocity(), work);
  for (const Cluster<double>& cluster : whole.clusters())
    if (cluster.constraint) select(whole, cluster, work);
  for (std::size_t i = stays.size(); i-- > 0;)
    if (const int parent = whole.bodies()[i].parent; parent != ground && stays[i])
      stays[at(parent)] = true;
  for (const Cluster<double>& cluster : whole.clusters())
    if (cluster.constraint && !cluster.constraint->couplings.empty())
      findRatios(whole, cluster, work);

  part.bodies.clear();
  part.joints.clear();
  part.loops.clear();
  part.couplings.clear();
  part.initialState.reset();
  const auto isHere = [&](std::size_t mechanismBody) {
    return stays[at(whole.treeBody(static_cast<int>(mechanismBody)))];
  };
  for (std::size_t b = 0; b < mechanism.bodies.size(); ++b)
    if (isHere(b)) part.bodies.push_back(mechanism.bodies[b]);
  const JointValues q = namedPosition(mechanism, whole.initialPosition());
  for (const Joint& joint : mechanism.joints) {
    if (!isHere(at(bodyNamed(mechanism, joint.child)))) continue;
    part.joints.push_back(joint);
    pose.q[joint.name] = q.at(joint.name);
  }
}

/// Bodies of a cluster with an independent velocity stay.
void IndependentTree::Selection::select(const ClusterTree<double>& whole,
                                        const Cluster<double>& cluster, Workspace<double>& work) {
  assembleConstraints<double>(whole, cluster, whole.initialPosition(), whole.initialVelocity(),
                              ConstraintLevel::acceleration, work);
  ConstraintWorkspace<double>& workspace = work.of(whole, cluster);
  const int rank = cluster.constraint->rank;
  if (reductionOf(workspace).eliminate(preferLight(whole, cluster), rank, rankTolerance) < rank)
    throw singularPose(whole, cluster);
  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) {
    const TreeBody<double>& body = whole.body(i);
    stays[at(i)] = false;
    for (std::size_t k = at(rank); k < workspace.order.size(); ++k)
      if (workspace.order[k] >= body.local && workspace.order[k] < body.local + body.velocities)
        stays[at(i)] = true;
  }
}

/// The couplings alone tie some joints to others: constant ratios.
void IndependentTree::Selection::findRatios(const ClusterTree<double>& whole,
                                            const Cluster<double>& cluster,
                                            Workspace<double>& work) {
  assembleConstraints<double>(whole, cluster, whole.initialPosition(), whole.initialVelocity(),
                              ConstraintLevel::acceleration, work);
  ConstraintWorkspace<double> workspace = work.of(whole, cluster);
  const auto rows = static_cast<Eigen::Index>(cluster.constraint->couplings.size());
  workspace.jacobian = MatrixX<double>(workspace.jacobian.bottomRows(rows));
  workspace.rightSide = VectorX<double>::Zero(rows);
  const int rank = reductionOf(workspace).eliminate(preferLight(whole, cluster),
                                                    static_cast<int>(rows), rankTolerance);

  std::vector<int> bodyOf(at(cluster.spanning()));
  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i)
    for (int k = 0; k < whole.body(i).velocities; ++k) bodyOf[at(whole.body(i).local + k)] = i;
  for (int row = 0; row < rank; ++row) {
    const int rotor = bodyOf[at(workspace.order[at(row)])];
    if (stays[at(rotor)]) continue;
    const TreeBody<double>& body = whole.body(rotor);
    const Vector6<double> axis = work.jointSubspaces.col(body.velocity);
    const double inertia = axis.dot(body.inertia * axis);
    for (std::size_t k = at(rank); k < workspace.order.size(); ++k) {
      const int column = workspace.order[k];
      const double ratio = -workspace.jacobian(row, column);
      if (ratio != 0 && stays[at(bodyOf[at(column)])])
        ratios.push_back({rotor, bodyOf[at(column)], ratio, inertia});
    }
  }
}

namespace {

/// The independent mechanism with the inertias of rotors as armatures of its joints.
template <typename Ratios>
Mechanism withArmatures(const Mechanism& mechanism, Mechanism part,
                        const ClusterTree<double>& whole, const Ratios& ratios) {
  for (const auto& each : ratios) {
    const std::string& name = mechanism.joints[at(whole.body(each.link).mechanismJoint)].name;
    for (Joint& joint : part.joints)
      if (joint.name == name) joint.armature += each.ratio * each.ratio * each.inertia;
  }
  return part;
}

}  // namespace

IndependentTree::IndependentTree(const Mechanism& mechanism, const ClusterTree<double>& whole,
                                 bool reflectsRotors)
    : IndependentTree(mechanism, whole, reflectsRotors, Selection(mechanism, whole)) {}

IndependentTree::IndependentTree(const Mechanism& mechanism, const ClusterTree<double>& whole,
                                 bool reflectsRotors, const Selection& selection)
    : tree(compile(reflectsRotors
                       ? withArmatures(mechanism, selection.part, whole, selection.ratios)
                       : selection.part,
                   selection.pose)),
      bodies(whole.bodies().size(), -1) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!selection.stays[i]) continue;
    const TreeBody<double>& from = whole.bodies()[i];
    const std::string& name = mechanism.bodies[at(from.mechanismBody)].name;
    bodies[i] = tree.treeBody(bodyNamed(selection.part, name));
    const TreeBody<double>& to = tree.body(bodies[i]);
    for (int k = 0; k < from.positions; ++k)
      positions.push_back({from.position + k, to.position + k});
    for (int k = 0; k < from.velocities; ++k)
      velocities.push_back({from.velocity + k, to.velocity + k});
  }
  for (const Selection::Ratio& each : selection.ratios)
    gears.push_back(
        {whole.body(each.rotor).velocity, tree.body(bodies[at(each.link)]).velocity, each.ratio});
}

}  // namespace linkwork::papers
