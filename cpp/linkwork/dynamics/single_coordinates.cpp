#include "linkwork/dynamics/single_coordinates.hpp"

#include <utility>

#include "linkwork/dynamics/kernels/revolute_numbers.hpp"
#include "linkwork/dynamics/setup/plan_builder.hpp"
#include "linkwork/linalg/index.hpp"

namespace linkwork {

namespace {

/// A joint of one coordinate along or about z of its frame, in the axes of the whole joint.
struct Part {
  JointType joint;
  Eigen::Matrix3d frame;
};

Eigen::Matrix3d columns(const Eigen::Vector3d& x, const Eigen::Vector3d& y,
                        const Eigen::Vector3d& z) {
  Eigen::Matrix3d result;
  result << x, y, z;
  return result;
}

/// From the parent to the child; empty if the joint is unchanged.
std::vector<Part> partsOf(JointType joint) {
  const Eigen::Vector3d x(1, 0, 0), y(0, 1, 0), z(0, 0, 1);
  // Axes at right angles are a quarter turn about x of each other.
  const Eigen::Matrix3d alongX = columns(z, -y, x), alongY = columns(z, x, y);
  const Eigen::Matrix3d alongZ = Eigen::Matrix3d::Identity();
  switch (joint) {
    case JointType::universal:
      return {{JointType::revolute, alongX}, {JointType::revolute, alongY}};
    case JointType::cylindrical:
      return {{JointType::revolute, alongZ}, {JointType::prismatic, alongZ}};
    case JointType::planar:
      return {{JointType::prismatic, alongX},
              {JointType::prismatic, alongY},
              {JointType::revolute, alongZ}};
    default:
      return {};
  }
}

Transform<double> turned(const Eigen::Matrix3d& frame, const Transform<double>& pose) {
  return Transform<double>{frame.transpose(), Eigen::Vector3d::Zero()} * pose;
}

}  // namespace

class JointSplitter {
 public:
  explicit JointSplitter(const ClusterTree<double>& whole) : whole_(whole), tree_(whole) {}

  ClusterTree<double> split() {
    tree_.bodies_.clear();
    tree_.clusters_.clear();
    tree_.jointNames_.clear();
    for (const Cluster<double>& cluster : whole_.clusters()) addCluster(cluster);
    freeRotorsOfWeight();
    for (int& body : tree_.treeBody_) body = placeOf(body);
    for (NonholonomicConstraint& constraint : tree_.nonholonomic_)
      for (int& body : constraint.bodies) body = placeOf(body);
    tree_.layOutDofs();
    tree_.plan_.reset();  // that of the whole tree has fewer bodies
    Workspace<double> work(tree_);
    tree_.plan_ = std::make_shared<const Plan>(planOf(tree_, work));
    return std::move(tree_);
  }

 private:
  struct Place {
    int first, last;        ///< bodies of its joint's parts; the last is the body itself
    Eigen::Matrix3d frame;  ///< its new axes in its old ones
  };

  int placeOf(int body) const { return body == ground ? ground : places_[at(body)].last; }
  Eigen::Matrix3d frameOf(int body) const {
    return body == ground ? Eigen::Matrix3d::Identity() : places_[at(body)].frame;
  }

  void addCluster(const Cluster<double>& old) {
    const int first = static_cast<int>(tree_.bodies_.size());
    for (int i = old.firstBody; i < old.firstBody + old.bodyCount; ++i)
      addBody(i, old.constraint.has_value());
    const int end = static_cast<int>(tree_.bodies_.size());
    if (!old.constraint) {
      for (int i = first; i < end; ++i) addSingleBody(i);
      return;
    }
    Cluster<double> cluster = old;
    cluster.parent = placeOf(old.parent);
    cluster.firstBody = first;
    cluster.bodyCount = end - first;
    for (int i = first; i < end; ++i)
      tree_.bodies_[at(i)].cluster = static_cast<int>(tree_.clusters_.size());
    replaceBodies(*cluster.constraint);
    tree_.clusters_.push_back(std::move(cluster));
  }

  void addSingleBody(int index) {
    TreeBody<double>& body = tree_.bodies_[at(index)];
    body.cluster = static_cast<int>(tree_.clusters_.size());
    Cluster<double> cluster;
    cluster.parent = body.parent;
    cluster.firstBody = index;
    for (int k = 0; k < body.velocities; ++k) cluster.velocities.push_back(body.velocity + k);
    tree_.clusters_.push_back(std::move(cluster));
  }

  void addBody(int index, bool isConstrained) {
    const TreeBody<double>& old = whole_.body(index);
    std::vector<Part> parts = partsOf(old.joint);
    const bool isWhole = parts.empty();
    if (isWhole) parts.push_back({old.joint, Eigen::Matrix3d::Identity()});
    Place place{static_cast<int>(tree_.bodies_.size()), 0, parts.back().frame};
    TreeBody<double> body = old;
    body.parent = placeOf(old.parent);
    body.placement = turned(frameOf(old.parent), old.placement);
    body.inertia = {};
    for (std::size_t k = 0; k < parts.size(); ++k) {
      const Transform<double> frame{parts[k].frame, Eigen::Vector3d::Zero()};
      body.placement = k == 0 ? body.placement * frame : turned(parts[k - 1].frame, frame);
      body.joint = parts[k].joint;
      if (!isWhole) {
        const int coordinate = static_cast<int>(k);
        body.position = old.position + coordinate;
        body.velocity = old.velocity + coordinate;
        body.positions = body.velocities = 1;
        body.local = isConstrained ? old.local + coordinate : 0;
      }
      place.last = static_cast<int>(tree_.bodies_.size());
      tree_.bodies_.push_back(body);
      tree_.jointNames_.push_back(whole_.jointName(index));
      body.parent = place.last;
    }
    const Transform<double> toNew{place.frame.transpose(), Eigen::Vector3d::Zero()};
    tree_.bodies_.back().inertia = old.inertia.toParent(toNew);
    tree_.bodies_.back().userFrame = toNew * old.userFrame;
    places_.push_back(place);
  }

  void replaceBodies(ClusterConstraint<double>& constraint) const {
    for (LoopClosure<double>& loop : constraint.loops) {
      loop.parentFrame = turned(frameOf(loop.parent), loop.parentFrame);
      loop.childFrame = turned(frameOf(loop.child), loop.childFrame);
      loop.parent = placeOf(loop.parent);
      loop.child = placeOf(loop.child);
    }
    for (CouplingRow<double>& row : constraint.couplings)
      for (auto& term : row.terms) {
        const int coordinate = term.position - whole_.body(term.body).position;
        const Place& place = places_[at(term.body)];
        term.body = place.first == place.last ? place.last : place.first + coordinate;
      }
    if (!constraint.explicitForm) return;
    for (ExplicitStep<double>& step : constraint.explicitForm->steps) {
      if (step.coupling >= 0) continue;
      CrankRod<double>& rod = step.crankRod;
      rod.pin = frameOf(rod.crank).transpose() * rod.pin;
      rod.point = frameOf(rod.far).transpose() * rod.point;
      for (int* body : {&rod.crank, &rod.parent, &rod.far}) *body = placeOf(*body);
    }
  }

  /// The inertia of a rotor does not depend on its angle: moves all of it except that about its
  /// axis to the parent.
  void freeRotorsOfWeight() {
    std::vector<bool> isLeaf(tree_.bodies_.size(), true);
    for (const TreeBody<double>& body : tree_.bodies_)
      if (body.parent != ground) isLeaf[at(body.parent)] = false;
    for (std::size_t i = 0; i < isLeaf.size(); ++i) {
      TreeBody<double>& rotor = tree_.bodies_[i];
      if (!isLeaf[i] || rotor.joint != JointType::revolute || rotor.parent == ground ||
          !kernels::isAxisymmetric(rotor.inertia))
        continue;
      double& axial = rotor.inertia.rotational.zz;
      RigidBodyInertia<double> spin;
      std::swap(spin.rotational.zz, axial);
      tree_.bodies_[at(rotor.parent)].inertia += rotor.inertia.toParent(rotor.placement);
      rotor.inertia = spin;
    }
  }

  const ClusterTree<double>& whole_;
  ClusterTree<double> tree_;
  std::vector<Place> places_;  ///< by old body
};

ClusterTree<double> withSingleCoordinates(const ClusterTree<double>& tree) {
  return JointSplitter(tree).split();
}

}  // namespace linkwork
