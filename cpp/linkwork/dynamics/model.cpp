#include "linkwork/dynamics.hpp"
#include "linkwork/dynamics/branch_factor.hpp"
#include "linkwork/dynamics/compile.hpp"
#include "linkwork/dynamics/coriolis_matrix.hpp"
#include "linkwork/dynamics/energy.hpp"
#include "linkwork/dynamics/forward_dynamics.hpp"
#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/dynamics/inverse_dynamics.hpp"
#include "linkwork/dynamics/loop_closure.hpp"
#include "linkwork/dynamics/mass_matrix.hpp"
#include "linkwork/json.hpp"
#include "linkwork/mechanism/loop_functions.hpp"
#include "linkwork/mechanism/wording.hpp"
#include "linkwork/model/state_layout.hpp"

namespace linkwork {

struct Model::Parts {
  Parts(const Mechanism& given, const std::optional<NamedState>& state)
      : mechanism(withoutLoopFunctions(given)),
        tree(compile(mechanism, state)),
        layout(mechanism),
        work(tree),
        none(tree),
        forces(tree),
        q(tree.initialPosition()),
        v(tree.initialVelocity()),
        rest(Eigen::VectorXd::Zero(tree.velocitySize())) {
    closeLoops<double>(tree, work, q, v);
  }

  void requirePosition(const Eigen::VectorXd& given) const {
    require("q", given, tree.positionSize());
  }
  void requireVelocity(const char* what, const Eigen::VectorXd& given) const {
    require(what, given, tree.velocitySize());
  }
  static void require(const char* what, const Eigen::VectorXd& given, Eigen::Index count) {
    if (given.size() != count)
      throw MechanismError(what, "found " + std::to_string(given.size()) + " numbers; expected " +
                                     std::to_string(count));
  }

  Workspace<double>& at(const Eigen::VectorXd& position, const Eigen::VectorXd& velocity) {
    requirePosition(position);
    requireVelocity("v", velocity);
    updateKinematics<double>(tree, position, velocity, work);
    return work;
  }

  const AppliedForces<double>& acting(const Eigen::VectorXd& tau,
                                      const std::vector<Vector6<double>>& wrenches) {
    requireVelocity("tau", tau);
    if (!wrenches.empty() && wrenches.size() != mechanism.bodies.size())
      throw MechanismError("wrenches", "found " + std::to_string(wrenches.size()) +
                                           "; expected none, or one for each of the " +
                                           std::to_string(mechanism.bodies.size()) + " bodies");
    forces.torque = tau;
    forces.hasWrenches = !wrenches.empty();
    for (std::size_t i = 0; i < wrenches.size(); ++i)
      forces.wrenches[static_cast<std::size_t>(tree.treeBody(static_cast<int>(i)))] = wrenches[i];
    return forces;
  }

  /// Made when it is first asked for: it has a tree of its own.
  CoriolisWorkspace& coriolisWork() {
    if (!coriolis) coriolis = std::make_unique<CoriolisWorkspace>(tree);
    return *coriolis;
  }

  /// H by branches, and its factor.
  struct Branches {
    explicit Branches(const ClusterTree<double>& tree) : mass(tree), factor(tree) {}

    BranchMatrix mass;
    BranchFactor factor;
  };
  Branches& branchesAt(const Eigen::VectorXd& position) {
    requirePosition(position);
    if (!branches) branches = std::make_unique<Branches>(tree);
    linkwork::massMatrix(tree, position, work, branches->mass);
    return *branches;
  }
  BranchFactor& factorAt(const Eigen::VectorXd& position) {
    Branches& here = branchesAt(position);
    if (!here.factor.factor(here.mass))
      throw SimulationError("the mass matrix is not positive definite at this pose");
    return here.factor;
  }

  Mechanism mechanism;
  ClusterTree<double> tree;
  StateLayout layout;
  Workspace<double> work;
  std::unique_ptr<CoriolisWorkspace> coriolis;
  std::unique_ptr<Branches> branches;
  AppliedForces<double> none, forces;
  Eigen::VectorXd q, v, rest;
};

namespace {

template <typename Items>
int placeNamed(const Items& items, std::string_view name, const char* what, const char* kinds) {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].name == name) return static_cast<int>(i);
    names.push_back(items[i].name);
  }
  throw MechanismError(what, std::string("no ") + what + " is named " + detail::quoted(name) +
                                 detail::suggestion(name, kinds, names));
}

}  // namespace

Model::Model(const Mechanism& mechanism, const std::optional<NamedState>& state)
    : parts_(std::make_unique<Parts>(mechanism, state)) {}
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(Model&&) noexcept = default;
Model::~Model() = default;

const Mechanism& Model::mechanism() const { return parts_->mechanism; }
const ClusterTree<double>& Model::tree() const { return parts_->tree; }
int Model::positionSize() const { return parts_->layout.positionSize; }
int Model::velocitySize() const { return parts_->layout.velocitySize; }
int Model::degreesOfFreedom() const { return parts_->tree.degreesOfFreedom(); }
const Eigen::VectorXd& Model::initialPosition() const { return parts_->q; }
const Eigen::VectorXd& Model::initialVelocity() const { return parts_->v; }

JointPlace Model::joint(std::string_view name) const {
  const int index = placeNamed(parts_->mechanism.joints, name, "joint", "joints");
  const auto place = static_cast<std::size_t>(index);
  const Joint& joint = parts_->mechanism.joints[place];
  return {index, parts_->layout.position[place], linkwork::positionSize(joint),
          parts_->layout.velocity[place], linkwork::velocitySize(joint)};
}

int Model::body(std::string_view name) const {
  return placeNamed(parts_->mechanism.bodies, name, "body", "bodies");
}

Eigen::VectorXd Model::position(const JointValues& named) const {
  NamedState state;
  state.q = named;
  validate(state, parts_->mechanism);
  return flatPosition(parts_->mechanism, state);
}

Eigen::VectorXd Model::velocity(const JointValues& named) const {
  NamedState state;
  state.v = named;
  validate(state, parts_->mechanism);
  return flatVelocity(parts_->mechanism, named);
}

JointValues Model::namedPosition(const Eigen::VectorXd& q) const {
  parts_->requirePosition(q);
  return linkwork::namedPosition(parts_->mechanism, q);
}

JointValues Model::namedVelocity(const Eigen::VectorXd& v) const {
  parts_->requireVelocity("v", v);
  return linkwork::namedVelocity(parts_->mechanism, v);
}

void Model::close(Eigen::VectorXd& q, Eigen::VectorXd& v) {
  parts_->requirePosition(q);
  parts_->requireVelocity("v", v);
  closeLoops<double>(parts_->tree, parts_->work, q, v);
}

std::vector<int> Model::independentVelocities(const Eigen::VectorXd& q) {
  Workspace<double>& work = parts_->at(q, parts_->rest);
  std::vector<int> entries;
  for (const Cluster<double>& cluster : parts_->tree.clusters())
    for (int i = 0; i < cluster.dofs; ++i)
      entries.push_back(independentVelocity(parts_->tree, cluster, i, work));
  return entries;
}

Eigen::VectorXd Model::independent(const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  Workspace<double>& work = parts_->at(q, v);
  Eigen::VectorXd result(degreesOfFreedom());
  pickIndependent<double>(parts_->tree, v, work, result);
  return result;
}

Eigen::VectorXd Model::spanning(const Eigen::VectorXd& q, const Eigen::VectorXd& independent) {
  Workspace<double>& work = parts_->at(q, parts_->rest);
  Parts::require("independent", independent, degreesOfFreedom());
  Eigen::VectorXd result(velocitySize());
  spanFromIndependent<double>(parts_->tree, independent, work, result);
  return result;
}

Eigen::VectorXd Model::projectForces(const Eigen::VectorXd& q, const Eigen::VectorXd& tau) {
  Workspace<double>& work = parts_->at(q, parts_->rest);
  parts_->requireVelocity("tau", tau);
  Eigen::VectorXd result(degreesOfFreedom());
  linkwork::projectForces<double>(parts_->tree, tau, work, result);
  return result;
}

std::vector<Transform<double>> Model::poses(const Eigen::VectorXd& q) {
  Workspace<double>& work = parts_->at(q, parts_->rest);
  updatePoses(parts_->tree, work);
  std::vector<Transform<double>> result;
  for (int i = 0; i < static_cast<int>(parts_->mechanism.bodies.size()); ++i)
    result.push_back(bodyPose(parts_->tree, parts_->tree.treeBody(i), work));
  return result;
}

std::vector<Vector6<double>> Model::twists(const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  const Workspace<double>& work = parts_->at(q, v);
  std::vector<Vector6<double>> result;
  for (int i = 0; i < static_cast<int>(parts_->mechanism.bodies.size()); ++i)
    result.push_back(bodyTwist(parts_->tree, parts_->tree.treeBody(i), work));
  return result;
}

Eigen::VectorXd Model::forwardDynamics(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                       const Eigen::VectorXd& tau,
                                       const std::vector<Vector6<double>>& wrenches) {
  parts_->requirePosition(q);
  parts_->requireVelocity("v", v);
  const AppliedForces<double>& forces = parts_->acting(tau, wrenches);
  Eigen::VectorXd a(velocitySize());
  linkwork::forwardDynamics<double>(parts_->tree, q, v, forces, parts_->work, a);
  return a;
}

Eigen::VectorXd Model::inverseDynamics(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                       const Eigen::VectorXd& a,
                                       const std::vector<Vector6<double>>& wrenches) {
  parts_->requirePosition(q);
  parts_->requireVelocity("v", v);
  parts_->requireVelocity("a", a);
  const AppliedForces<double>& forces = parts_->acting(parts_->rest, wrenches);
  Eigen::VectorXd tau(velocitySize());
  linkwork::inverseDynamics<double>(parts_->tree, q, v, a, forces, parts_->work, tau);
  return tau;
}

Eigen::MatrixXd Model::massMatrix(const Eigen::VectorXd& q) {
  parts_->requirePosition(q);
  Eigen::MatrixXd mass(degreesOfFreedom(), degreesOfFreedom());
  linkwork::massMatrix(parts_->tree, q, parts_->work, mass);
  return mass;
}

Eigen::SparseMatrix<double> Model::sparseMassMatrix(const Eigen::VectorXd& q) {
  return parts_->branchesAt(q).mass.upper();
}

Eigen::MatrixXd Model::inverseMassMatrix(const Eigen::VectorXd& q) {
  Eigen::MatrixXd inverse(degreesOfFreedom(), degreesOfFreedom());
  parts_->factorAt(q).invert(inverse);
  return inverse;
}

Eigen::MatrixXd Model::solveMassMatrix(const Eigen::VectorXd& q, const Eigen::MatrixXd& b) {
  if (b.rows() != degreesOfFreedom())
    throw MechanismError("b", "found " + std::to_string(b.rows()) + " rows; expected " +
                                  std::to_string(degreesOfFreedom()));
  Eigen::MatrixXd x = b;
  parts_->factorAt(q).solve(x);
  return x;
}

Eigen::VectorXd Model::biasForce(const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  parts_->requirePosition(q);
  parts_->requireVelocity("v", v);
  Eigen::VectorXd bias(degreesOfFreedom());
  linkwork::biasForce<double>(parts_->tree, q, v, parts_->none, parts_->work, bias);
  return bias;
}

Eigen::MatrixXd Model::coriolisMatrix(const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  parts_->requirePosition(q);
  parts_->requireVelocity("v", v);
  Eigen::MatrixXd coriolis(degreesOfFreedom(), degreesOfFreedom());
  linkwork::coriolisMatrix(parts_->tree, q, v, parts_->coriolisWork(), coriolis);
  return coriolis;
}

std::vector<Eigen::MatrixXd> Model::christoffelSymbols(const Eigen::VectorXd& q) {
  parts_->requirePosition(q);
  std::vector<Eigen::MatrixXd> symbols;
  linkwork::christoffelSymbols(parts_->tree, q, parts_->coriolisWork(), symbols);
  return symbols;
}

double Model::kineticEnergy(const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  return linkwork::kineticEnergy(parts_->tree, parts_->at(q, v));
}

double Model::potentialEnergy(const Eigen::VectorXd& q) {
  Workspace<double>& work = parts_->at(q, parts_->rest);
  updatePoses(parts_->tree, work);
  return linkwork::potentialEnergy<double>(parts_->tree, q, work);
}

}  // namespace linkwork
