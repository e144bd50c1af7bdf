#include "papers/general_joints/general_joint_programs.hpp"

#include <stdexcept>
#include <utility>

#include "linkwork/codegen/passive_programs.hpp"
#include "linkwork/codegen/symbolic_mechanism.hpp"
#include "papers/general_joints/elementary_inertia.hpp"

namespace linkwork::codegen {

constexpr std::size_t numbersOfPose = 12;

namespace {

/// J x of a rigid body: n = J ω + h × v, f = m v − h × ω.
Force<Expression> momentumOf(const BodyNumbers& body, const Motion<Expression>& x) {
  Force<Expression> result;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) result.n[i] += body.inertia(i, k) * x.angular[k];
  result.n = result.n + cross(body.moment, x.linear);
  result.f = body.mass * x.linear - cross(body.moment, x.angular);
  return result;
}

struct Body {
  std::vector<ElementaryTransform> transforms;
  BodyNumbers numbers;
};

std::vector<Body> bodiesOf(const SymbolicMechanism& mechanism) {
  std::vector<Body> result;
  for (const TreeBody<double>& body : mechanism.tree.bodies())
    result.push_back({elementaryTransforms(body, mechanism.q, mechanism.v, mechanism.number),
                      numbersOf(body.inertia, mechanism.number)});
  return result;
}

/// The six recursions. A joint whose coordinates act one after the other is as many links, all but
/// the last without mass.
class SixRecursions {
 public:
  explicit SixRecursions(const SymbolicMechanism& mechanism)
      : tree_(mechanism.tree),
        mechanism_(mechanism),
        bodies_(bodiesOf(mechanism)),
        links_(tree_.bodies().size()),
        torque_(mechanism.inputs(2, tree_.velocitySize())),
        eliminated_(torque_.size()) {
    for (const Cluster<double>& cluster : tree_.clusters())
      if (cluster.constraint)
        throw std::invalid_argument(
            "the recursions for general joints support trees only: joint \"" +
            tree_.jointName(cluster.firstBody) + "\" is in a loop");
  }

  /// 1 to 3: τ̄ (18–26).
  const std::vector<Expression>& restForces() {
    for (const TreeBody<double>& body : tree_.bodies())
      addPassiveForce(body, mechanism_.q, mechanism_.v, mechanism_.number, torque_);
    Motion<Expression> atGround;
    for (int k = 0; k < 3; ++k) atGround.linear[k] = -tree_.gravity()[k];
    for (std::size_t i = 0; i < links_.size(); ++i) {
      const int parent = tree_.bodies()[i].parent;
      Link& link = links_[i];
      link.acceleration = atGround;
      if (parent != ground) link = {links_[at(parent)].velocity, links_[at(parent)].acceleration};
      for (const ElementaryTransform& transform : transforms(i)) transformRest(transform, link);
      const BodyNumbers& numbers = bodies_[i].numbers;
      const Force<Expression> momentum =
          momentumOf(numbers, link.velocity);  // −ad*(v) J v = v ×* J v
      link.force = momentumOf(numbers, link.acceleration);
      link.force += cross(link.velocity, momentum);
    }
    backward([](const ElementaryTransform& transform,
                Force<Expression>& force) { transformBackward(transform, force); },
             [&](std::size_t entry, const Motion<Expression>& subspace, Force<Expression>& force) {
               torque_[entry] -= dot(force, subspace);
             });
    return torque_;
  }

  /// All six.
  std::vector<Expression> accelerations() {
    restForces();
    factor();
    for (Link& link : links_) link.force = {};
    backward([](const ElementaryTransform& transform,
                Force<Expression>& z) { transformBackward(transform, z); },  // (31–33)
             [&](std::size_t entry, const Motion<Expression>& subspace, Force<Expression>& z) {
               EliminatedJoint& eliminated = eliminated_[entry];
               const Expression own = torque_[entry] - dot(z, subspace);
               eliminated.biasAcceleration = own * eliminated.biasAcceleration;
               for (int i = 0; i < 6; ++i) z[i] += eliminated.gain[i] * own;
             });
    std::vector<Expression> result(torque_.size());
    for (std::size_t i = 0; i < links_.size(); ++i) {  // (34, 35)
      const int parent = tree_.bodies()[i].parent;
      Motion<Expression> eta =
          parent == ground ? Motion<Expression>{} : links_[at(parent)].increment;
      for (const ElementaryTransform& transform : transforms(i)) {
        transformForward(transform, eta);
        const auto* subspace = std::get_if<JointSubspace>(&transform);
        for (std::size_t k = 0; subspace && k < subspace->columns.size(); ++k) {
          const std::size_t entry = at(subspace->velocity) + k;
          result[entry] = eliminated_[entry].biasAcceleration - dot(eliminated_[entry].gain, eta);
          for (int e = 0; e < 6; ++e) eta[e] += subspace->columns[k][e] * result[entry];
        }
      }
      links_[i].increment = eta;
    }
    return result;
  }

 private:
  struct Link {
    Motion<Expression> velocity, acceleration;  ///< v and α
    Force<Expression> force = {};               ///< p, then z
    Articulated inertia = {};                   ///< J̄
    Motion<Expression> increment = {};          ///< η
  };

  const std::vector<ElementaryTransform>& transforms(std::size_t i) const {
    return bodies_[i].transforms;
  }

  /// v and α across a transform: a = v × S q̇ + Ṡ q̇.
  void transformRest(const ElementaryTransform& transform, Link& link) const {
    transformForward(transform, link.velocity);
    transformForward(transform, link.acceleration);
    const auto* subspace = std::get_if<JointSubspace>(&transform);
    if (!subspace) return;
    Motion<Expression> relative;
    for (std::size_t k = 0; k < subspace->columns.size(); ++k)
      for (int i = 0; i < 6; ++i)
        relative[i] += subspace->columns[k][i] * mechanism_.v[at(subspace->velocity) + k];
    link.acceleration += cross(link.velocity, relative);
    link.acceleration += subspace->bias;
    link.velocity += relative;
  }

  /// Forces from the leaves to the ground, coordinate by coordinate.
  template <typename Cross, typename Visit>
  void backward(Cross cross, Visit visit) {
    for (std::size_t i = links_.size(); i-- > 0;) {
      Force<Expression> force = links_[i].force;
      for (auto transform = transforms(i).rbegin(); transform != transforms(i).rend();
           ++transform) {
        cross(*transform, force);
        const auto* subspace = std::get_if<JointSubspace>(&*transform);
        for (std::size_t k = subspace ? subspace->columns.size() : 0; k-- > 0;)
          visit(at(subspace->velocity) + k, subspace->columns[k], force);
      }
      if (const int parent = tree_.bodies()[i].parent; parent != ground)
        links_[at(parent)].force += force;
    }
  }

  /// 4 (27–30): by coordinate J̄ S / Ω as gain, and 1/Ω as bias acceleration.
  void factor() {
    for (std::size_t i = 0; i < links_.size(); ++i)
      links_[i].inertia = articulatedOf(bodies_[i].numbers);
    for (std::size_t i = links_.size(); i-- > 0;) {
      const TreeBody<double>& body = tree_.bodies()[i];
      Articulated inertia = links_[i].inertia;
      for (auto transform = transforms(i).rbegin(); transform != transforms(i).rend();
           ++transform) {
        transformBackward(*transform, inertia);
        const auto* subspace = std::get_if<JointSubspace>(&*transform);
        for (std::size_t k = subspace ? subspace->columns.size() : 0; k-- > 0;) {
          eliminated_[at(subspace->velocity) + k] =
              eliminateJoint(subspace->columns[k], body.armature, inertia);
        }
      }
      if (body.parent != ground) links_[at(body.parent)].inertia += inertia;
    }
  }

  const ClusterTree<double>& tree_;
  const SymbolicMechanism& mechanism_;
  std::vector<Body> bodies_;
  std::vector<Link> links_;
  std::vector<Expression> torque_;  ///< τ, then τ̄
  std::vector<EliminatedJoint> eliminated_;
};

/// Pose of a body in its parent and S in its own frame, from its transforms.
void writeJoint(const std::vector<ElementaryTransform>& transforms,
                std::vector<Expression>& outputs) {
  Axes axes = parentAxes;
  Vec3<Expression> origin;
  std::vector<Motion<Expression>> columns;
  for (const ElementaryTransform& transform : transforms) {
    for (Motion<Expression>& column : columns) transformForward(transform, column);
    if (const auto* slide = std::get_if<Slide>(&transform))
      origin = origin + slide->way * axes[at(slide->axis)];
    else if (const auto* subspace = std::get_if<JointSubspace>(&transform))
      columns.insert(columns.end(), subspace->columns.begin(), subspace->columns.end());
    else
      turnAxes(transform, axes);
  }
  for (int row = 0; row < 3; ++row)
    for (std::size_t column = 0; column < 3; ++column) outputs.push_back(axes[column][row]);
  for (int k = 0; k < 3; ++k) outputs.push_back(origin[k]);
  for (const Motion<Expression>& column : columns)
    for (int i = 0; i < 6; ++i) outputs.push_back(column[i]);
}

symbolic::Program programOf(const char* name, const SymbolicMechanism& mechanism,
                            std::vector<Expression> outputs) {
  const int nv = mechanism.tree.velocitySize();
  return mechanism.program(name, {{"q", mechanism.tree.positionSize()}, {"v", nv}, {"tau", nv}},
                           std::move(outputs));
}

}  // namespace

}  // namespace linkwork::codegen

namespace linkwork {

symbolic::Program generalJointProgram(const ClusterTree<double>& tree) {
  const codegen::SymbolicMechanism mechanism(tree, true, -1);
  return codegen::programOf("generalJoint", mechanism,
                            codegen::SixRecursions(mechanism).accelerations());
}

symbolic::Program restForcesProgram(const ClusterTree<double>& tree) {
  const codegen::SymbolicMechanism mechanism(tree, true, -1);
  std::vector<symbolic::Expression> outputs;
  for (const codegen::Body& body : codegen::bodiesOf(mechanism))
    codegen::writeJoint(body.transforms, outputs);
  codegen::SixRecursions recursions(mechanism);
  const std::vector<symbolic::Expression>& torque = recursions.restForces();
  outputs.insert(outputs.end(), torque.begin(), torque.end());
  return codegen::programOf("restForces", mechanism, std::move(outputs));
}

MixedDynamics::MixedDynamics(const ClusterTree<double>& tree,
                             std::function<void(const double* const*, double*)> program)
    : tree_(tree),
      program_(std::move(program)),
      numeric_(tree),
      outputs_(codegen::numbersOfPose * tree.bodies().size() +
               7 * codegen::at(tree.velocitySize())),
      reduced_(tree.degreesOfFreedom()) {}

void MixedDynamics::forwardDynamics(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                    const Eigen::VectorXd& torque, Eigen::VectorXd& a) {
  const double* inputs[] = {q.data(), v.data(), torque.data()};
  program_(inputs, outputs_.data());
  const double* next = outputs_.data();
  Workspace<double>& work = numeric_.work();
  for (std::size_t i = 0; i < tree_.bodies().size(); ++i) {
    const TreeBody<double>& body = tree_.bodies()[i];
    Transform<double>& pose = work.bodies[i].toParent;
    pose.rotation = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(next);
    pose.translation = Eigen::Map<const Eigen::Vector3d>(next + 9);
    work.jointSubspaces.middleCols(body.velocity, body.velocities) =
        Eigen::Map<const Matrix6X<double>>(next + codegen::numbersOfPose, 6, body.velocities);
    next += codegen::numbersOfPose + 6 * codegen::at(body.velocities);
  }
  // Single bodies: ẏ is v, cluster by cluster in the order of bodies.
  for (const Cluster<double>& cluster : tree_.clusters())
    for (int k = 0; k < cluster.dofs; ++k)
      reduced_[cluster.firstDof + k] = next[cluster.velocities[codegen::at(k)]];
  numeric_.solve(reduced_);
  for (const Cluster<double>& cluster : tree_.clusters())
    for (int k = 0; k < cluster.dofs; ++k)
      a[cluster.velocities[codegen::at(k)]] = reduced_[cluster.firstDof + k];
}

}  // namespace linkwork
