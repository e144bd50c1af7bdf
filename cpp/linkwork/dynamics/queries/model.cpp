#include <utility>

#include "linkwork/assemble.hpp"
#include "linkwork/dynamics/energy.hpp"
#include "linkwork/dynamics/forward_dynamics.hpp"
#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/dynamics/inverse_dynamics.hpp"
#include "linkwork/dynamics/model_parts.hpp"
#include "linkwork/json.hpp"

namespace linkwork {

Model::Model(Mechanism mechanism, const std::optional<NamedState>& state)
    : parts_(std::make_unique<Parts>(
          std::make_shared<const CompiledMechanism>(std::move(mechanism), state))) {}
Model::Model(const Model& other) : parts_(std::make_unique<Parts>(other.parts_->compiled)) {}
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(const Model& other) { return *this = Model(other); }
Model& Model::operator=(Model&&) noexcept = default;
Model::~Model() = default;

const Mechanism& Model::mechanism() const { return parts_->mechanism; }
const ClusterTree<double>& Model::tree() const { return parts_->tree; }
int Model::positionSize() const { return parts_->tree.positionSize(); }
int Model::velocitySize() const { return parts_->tree.velocitySize(); }
int Model::degreesOfFreedom() const { return parts_->tree.degreesOfFreedom(); }
const Eigen::VectorXd& Model::initialPosition() const { return parts_->q; }
const Eigen::VectorXd& Model::initialVelocity() const { return parts_->v; }

JointPlace Model::joint(std::string_view name) const {
  return jointAt(parts_->compiled->joint(name));
}

JointPlace Model::jointAt(int index) const {
  const auto place = static_cast<std::size_t>(index);
  const Joint& joint = parts_->mechanism.joints.at(place);
  const StateLayout& layout = parts_->compiled->layout;
  return {index, layout.position[place], linkwork::positionSize(joint), layout.velocity[place],
          linkwork::velocitySize(joint)};
}

int Model::body(std::string_view name) const { return parts_->compiled->body(name); }

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

NamedState Model::assemble(const JointValues& q, const JointValues& v) const {
  Mechanism here = parts_->mechanism;
  NamedState wanted;
  wanted.q = q, wanted.v = v;
  validate(wanted, here);
  here.initialState.emplace().q = namedPosition(parts_->q);
  here.initialState->v = namedVelocity(parts_->v);
  return *linkwork::assemble(here, q, v).initialState;
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
  tree().requireMass();
  const AppliedForces<double>& forces = parts_->acting(tau, wrenches);
  Eigen::VectorXd a(velocitySize());
  linkwork::forwardDynamics(parts_->tree, q, v, forces, parts_->work, a);
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
  linkwork::inverseDynamics(parts_->tree, q, v, a, forces, parts_->work, tau);
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
  linkwork::biasForce(parts_->tree, q, v, parts_->none, parts_->work, bias);
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
  return linkwork::kineticEnergy<double>(parts_->tree, v, parts_->at(q, v));
}

double Model::potentialEnergy(const Eigen::VectorXd& q) {
  Workspace<double>& work = parts_->at(q, parts_->rest);
  updatePoses(parts_->tree, work);
  return linkwork::potentialEnergy<double>(parts_->tree, q, work) +
         parts_->compiled->tendons.energy(parts_->tree, q, work);
}

}  // namespace linkwork
