#include "linkwork/simulation/queries/state_queries.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "linkwork/contact/queries/start_warnings.hpp"
#include "linkwork/dynamics/compile.hpp"
#include "linkwork/dynamics/energy.hpp"
#include "linkwork/dynamics/group_motions.hpp"
#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/dynamics/inverse_dynamics.hpp"
#include "linkwork/dynamics/mass_matrix.hpp"
#include "linkwork/dynamics/queries/coriolis_matrix.hpp"
#include "linkwork/dynamics/setup/plan_description.hpp"
#include "linkwork/json.hpp"
#include "linkwork/mechanism/loop_functions.hpp"
#include "linkwork/mechanism/wording.hpp"
#include "linkwork/model/state_layout.hpp"
#include "linkwork/simulation/desired_accelerations.hpp"
#include "linkwork/simulation/external_forces.hpp"

namespace linkwork {

namespace {

using detail::JsonValue;
using Kind = JsonValue::Kind;

JsonValue jsonOf(const std::string& text) { return JsonValue{text}; }

JsonValue jsonOf(double number) {
  if (!std::isfinite(number))
    throw SimulationError("the answer is not finite: a number overflowed");
  return JsonValue{number};
}

template <typename Numbers>
JsonValue arrayOf(const Numbers& numbers) {
  JsonValue array{Kind::array};
  for (const double number : numbers) array.items.push_back(jsonOf(number));
  return array;
}

template <typename Named>
JsonValue namesOf(const std::vector<Named>& items) {
  JsonValue array{Kind::array};
  for (const Named& item : items) array.items.push_back(jsonOf(item.name));
  return array;
}

JsonValue bodyNames(const QueriedState& at, const std::vector<int>& bodies) {
  JsonValue names{Kind::array};
  for (const int body : bodies)
    names.items.push_back(jsonOf(
        at.mechanism.bodies[static_cast<std::size_t>(at.tree.body(body).mechanismBody)].name));
  return names;
}

/// Lists the kernel of each group of bodies, and the reason if it is the general one.
JsonValue planOf(const QueriedState& at) {
  JsonValue plan{Kind::array};
  for (const DescribedSegment& segment : describePlan(at.tree)) {
    JsonValue each{Kind::object};
    each.add("kind", jsonOf(segment.kind));
    each.add("bodies", bodyNames(at, segment.bodies));
    if (!segment.reason.empty()) each.add("reason", jsonOf(segment.reason));
    plan.items.push_back(std::move(each));
  }
  return plan;
}

/// From this size on, the square and the cube of a cluster's size matter.
constexpr int manyVelocities = 50;

std::string adviceOn(const ClusterTree<double>& tree, const Cluster<double>& cluster) {
  return "the loops through joint " + detail::quoted(tree.jointName(cluster.firstBody)) +
         " make one cluster of " + std::to_string(cluster.bodyCount) + " bodies with " +
         std::to_string(cluster.spanning()) +
         " velocities; articulated-body and variational take time with the cube of that, "
         "multipliers and variational-maximal hardly more than with the links";
}

JsonValue info(QueriedState& at) {
  JsonValue clusters{Kind::array};
  for (const Cluster<double>& cluster : at.tree.clusters()) {
    std::vector<int> bodies;
    for (int i = 0; i < cluster.bodyCount; ++i) bodies.push_back(cluster.firstBody + i);
    JsonValue each{Kind::object};
    each.add("bodies", bodyNames(at, bodies));
    each.add("degreesOfFreedom", jsonOf(cluster.dofs));
    clusters.items.push_back(std::move(each));
  }
  JsonValue warnings{Kind::array};
  const std::vector<std::string> found = validate(at.mechanism);
  for (const std::string& warning : found) warnings.items.push_back(jsonOf(warning));

  JsonValue answer{Kind::object};
  answer.add("name", jsonOf(at.mechanism.name));
  answer.add("bodies", namesOf(at.mechanism.bodies));
  answer.add("joints", namesOf(at.mechanism.joints));
  answer.add("degreesOfFreedom", jsonOf(at.tree.degreesOfFreedom()));
  answer.add("clusters", std::move(clusters));
  answer.add("plan", planOf(at));
  for (const Cluster<double>& cluster : at.tree.clusters())
    if (cluster.spanning() > manyVelocities)
      warnings.items.push_back(jsonOf(adviceOn(at.tree, cluster)));
  if (const std::string& fault = at.tree.massFault(); fault.empty())
    for (const std::string& warning : contact::startWarnings(at.mechanism, at.tree, at.q))
      warnings.items.push_back(jsonOf(warning));
  else if (std::find(found.begin(), found.end(), fault) == found.end())
    warnings.items.push_back(jsonOf(fault));
  answer.add("warnings", std::move(warnings));
  return answer;
}

JsonValue kinematics(QueriedState& at) {
  updateKinematics<double>(at.tree, at.q, at.v, at.work);
  updatePoses(at.tree, at.work);
  JsonValue bodies{Kind::object};
  for (std::size_t i = 0; i < at.mechanism.bodies.size(); ++i) {
    const int body = at.tree.treeBody(static_cast<int>(i));
    const Transform<double> pose = bodyPose(at.tree, body, at.work);
    Eigen::Quaterniond rotation(pose.rotation);
    if (rotation.w() < 0) rotation.coeffs() *= -1;  // q and −q are one rotation
    JsonValue each{Kind::object};
    each.add("position", arrayOf(pose.translation));
    each.add("rotation", arrayOf(rotation.coeffs()));
    each.add("twist", arrayOf(bodyTwist(at.tree, body, at.work)));
    bodies.add(at.mechanism.bodies[i].name, std::move(each));
  }
  JsonValue answer{Kind::object};
  answer.add("bodies", std::move(bodies));
  return answer;
}

JsonValue energy(QueriedState& at) {
  updateKinematics<double>(at.tree, at.q, at.v, at.work);
  updatePoses(at.tree, at.work);
  JsonValue answer{Kind::object};
  answer.add("kinetic", jsonOf(kineticEnergy<double>(at.tree, at.v, at.work)));
  answer.add("potential", jsonOf(potentialEnergy<double>(at.tree, at.q, at.work) +
                                 at.tendons.energy(at.tree, at.q, at.work)));
  return answer;
}

JsonValue inverseDynamics(QueriedState& at) {
  Eigen::VectorXd torque(at.tree.velocitySize());
  at.forces.torque = at.driveTorque;  // the result is the whole torque of the user
  updateKinematics<double>(at.tree, at.q, at.v, at.work);
  const Eigen::VectorXd a = desiredAccelerations(at.mechanism, at.tree, at.state.a, at.work);
  linkwork::inverseDynamics(at.tree, at.q, at.v, a, at.forces, at.work, torque);
  JsonValue answer{Kind::object};
  answer.add("tau", detail::byJoint(at.mechanism, torque));
  return answer;
}

/// [joint, component] of every entry in v.
std::vector<JsonValue> velocityLabels(const Mechanism& mechanism) {
  std::vector<JsonValue> labels;
  for (const Joint& joint : mechanism.joints)
    for (int component = 0; component < velocitySize(joint); ++component) {
      JsonValue label{Kind::array};
      label.items = {jsonOf(joint.name), jsonOf(component)};
      labels.push_back(std::move(label));
    }
  return labels;
}

/// Labels of the independent velocities that kinematics chose.
JsonValue independentLabels(const QueriedState& at, Workspace<double>& work) {
  JsonValue joints{Kind::array};
  const std::vector<JsonValue> labels = velocityLabels(at.mechanism);
  for (const Cluster<double>& cluster : at.tree.clusters())
    for (int freedom = 0; freedom < cluster.dofs; ++freedom) {
      const int velocity = independentVelocity(at.tree, cluster, freedom, work);
      joints.items.push_back(labels[static_cast<std::size_t>(velocity)]);
    }
  return joints;
}

JsonValue rowsOf(const Eigen::MatrixXd& matrix) {
  JsonValue rows{Kind::array};
  for (const auto& row : matrix.rowwise()) rows.items.push_back(arrayOf(row));
  return rows;
}

JsonValue massMatrix(QueriedState& at) {
  const int size = at.tree.degreesOfFreedom();
  Eigen::MatrixXd mass(size, size);
  Eigen::VectorXd bias(size);
  at.forces.torque.setZero();  // τ is on the right-hand side of H ÿ + C = τ
  linkwork::massMatrix(at.tree, at.q, at.work, mass);
  biasForce(at.tree, at.q, at.v, at.forces, at.work, bias);
  updateKinematics<double>(at.tree, at.q, at.v, at.work);  // chooses the velocities to label

  JsonValue answer{Kind::object};
  answer.add("joints", independentLabels(at, at.work));
  answer.add("massMatrix", rowsOf(mass));
  answer.add("bias", arrayOf(bias));
  return answer;
}

JsonValue coriolisMatrix(QueriedState& at) {
  const int size = at.tree.degreesOfFreedom();
  Eigen::MatrixXd coriolis(size, size);
  CoriolisWorkspace work(at.tree);
  linkwork::coriolisMatrix(at.tree, at.q, at.v, work, coriolis);
  JsonValue answer{Kind::object};
  answer.add("joints", independentLabels(at, work.base));
  answer.add("coriolisMatrix", rowsOf(coriolis));
  return answer;
}

}  // namespace

namespace detail {

JsonValue finite(double number) { return jsonOf(number); }

JsonValue byJoint(const Mechanism& mechanism, const Eigen::VectorXd& values) {
  const JointValues named = namedVelocity(mechanism, values);
  JsonValue object{Kind::object};
  for (const Joint& joint : mechanism.joints) object.add(joint.name, arrayOf(named.at(joint.name)));
  return object;
}

}  // namespace detail

QueriedState::QueriedState(std::string_view mechanismJson, std::string_view stateJson)
    : mechanism(withoutLoopFunctions(mechanismFromJson(mechanismJson))),
      state(stateJson.empty() ? mechanism.initialState.value_or(NamedState{})
                              : stateFromJson(stateJson, mechanism)),
      tree(compile(mechanism, stateJson.empty() ? std::nullopt : std::optional(state),
                   Masses::optional)),
      q(tree.initialPosition()),
      v(tree.initialVelocity()),
      forces(appliedForces(mechanism, tree, state)),
      work(tree),
      tendons(mechanism, tree),
      driveTorque(Eigen::VectorXd::Zero(tree.velocitySize())) {
  const Drives drives(mechanism, tree, tendons);
  AppliedForces<double> driving(tree);
  std::vector<double> tensions;
  updateJointTransforms(tree, q, work);
  drives.addForces(0, q, v, {}, driving.torque);
  tendons.addForces(tree, {drives, 0, {}, {}}, q, v, work, driving, tensions);
  driveTorque = driving.torque;
  forces.add(driving);
}

const std::array<StateQuery, 6> stateQueries{StateQuery{"info", info},
                                             StateQuery{"kinematics", kinematics},
                                             StateQuery{"energy", energy},
                                             StateQuery{"inverse-dynamics", inverseDynamics},
                                             StateQuery{"mass-matrix", massMatrix},
                                             StateQuery{"coriolis-matrix", coriolisMatrix}};

}  // namespace linkwork
