// linkwork as it is shipped: instruction sets are chosen at run time.
#include <memory>

#include "linkwork/dynamics/compile.hpp"
#include "linkwork/dynamics/derivatives.hpp"
#include "linkwork/dynamics/forward_dynamics.hpp"
#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/dynamics/inverse_dynamics.hpp"
#include "linkwork/dynamics/mass_matrix.hpp"
#include "peer.hpp"

namespace {

using Eigen::MatrixXd, Eigen::VectorXd;
using linkwork::ClusterTree, linkwork::Mechanism;

Mechanism mechanismOf(const peers::Model& model) {
  Mechanism mechanism;
  mechanism.name = model.name;
  const auto bodyName = [](int link) {
    return link < 0 ? std::string(linkwork::worldName) : "body" + std::to_string(link);
  };
  for (const peers::Link& link : model.links) {
    const int number = static_cast<int>(mechanism.bodies.size());
    linkwork::Body body;
    body.name = bodyName(number);
    body.mass = link.mass;
    body.centerOfMass = Eigen::Map<const Eigen::Vector3d>(link.center.data());
    body.inertia = link.inertia;
    linkwork::Joint joint;
    joint.type = link.isFree ? linkwork::JointType::free : linkwork::JointType::revolute;
    joint.name = "joint" + std::to_string(number);
    joint.parent = bodyName(link.parent);
    joint.child = body.name;
    if (!link.isFree) joint.axis = Eigen::Vector3d::Unit(link.axis);
    joint.parentFrame.position = Eigen::Map<const Eigen::Vector3d>(link.position.data());
    joint.parentFrame.rotation = Eigen::Map<const Eigen::Quaterniond>(link.turn.data());
    mechanism.bodies.push_back(std::move(body));
    mechanism.joints.push_back(std::move(joint));
  }
  return mechanism;
}

VectorXd vectorOf(const std::vector<double>& from) {
  return Eigen::Map<const VectorXd>(from.data(), static_cast<long>(from.size()));
}

/// A model at a state, with memory for every answer; vectors are laid out as the model's.
struct Subject {
  explicit Subject(const peers::Model& model)
      : tree(linkwork::compile(mechanismOf(model))),
        q(vectorOf(model.q)),
        v(vectorOf(model.v)),
        a(vectorOf(model.a)) {
    forces.torque = vectorOf(model.tau);
  }

  ClusterTree<double> tree;
  linkwork::Workspace<double> work{tree};
  linkwork::AppliedForces<double> forces{tree}, none{tree};
  VectorXd q, v, a, out = v;
  MatrixXd mass = MatrixXd::Zero(v.size(), v.size());
  linkwork::BranchMatrix branches{tree};
  std::unique_ptr<linkwork::DerivativesWorkspace> derivativesWork;
  std::unique_ptr<linkwork::ForwardDynamicsDerivatives> derivatives;
};

using Shared = std::shared_ptr<Subject>;

std::vector<double> massInOrder(Subject& s) {
  std::vector<int> coordinates, place(static_cast<std::size_t>(s.v.size()));
  for (const auto& cluster : s.tree.clusters())
    for (int j = 0; j < cluster.dofs; ++j)
      coordinates.push_back(linkwork::independentVelocity(s.tree, cluster, j, s.work));
  for (std::size_t i = 0; i < place.size(); ++i)
    place[static_cast<std::size_t>(coordinates[i])] = static_cast<int>(i);
  std::vector<double> all;
  peers::appendSquare(all, place, [&](int i, int j) { return s.mass(i, j); });
  return all;
}

std::vector<double> derivativesInOrder(const Subject& s) {
  const linkwork::ForwardDynamicsDerivatives& found = *s.derivatives;
  const std::vector<int>& coordinates = found.coordinates;
  const auto count = static_cast<int>(coordinates.size());
  std::vector<int> rows, columns(coordinates.size());
  for (int i = 0; i < count; ++i) {
    rows.push_back(i);
    columns[static_cast<std::size_t>(coordinates[static_cast<std::size_t>(i)])] = i;
  }
  std::vector<double> all;
  for (const MatrixXd* matrix : {&found.position, &found.velocity})
    for (const int column : columns)
      for (const int row : rows) all.push_back((*matrix)(row, column));
  peers::appendSquare(all, rows, [&](int i, int j) { return found.torque(i, j); });
  return all;
}

std::function<std::vector<double>()> vectorIn(const Shared& s) {
  return [s] { return std::vector<double>(s->out.begin(), s->out.end()); };
}

std::vector<peers::Answer> answersOf(const peers::Model& model, peers::Question question) {
  const auto s = std::make_shared<Subject>(model);
  switch (question) {
    case peers::Question::forwardDynamics:
      return {{"linkwork",
               [s] { linkwork::forwardDynamics(s->tree, s->q, s->v, s->forces, s->work, s->out); },
               vectorIn(s)}};
    case peers::Question::inverseDynamics:
      return {
          {"linkwork",
           [s] { linkwork::inverseDynamics(s->tree, s->q, s->v, s->a, s->none, s->work, s->out); },
           vectorIn(s)}};
    case peers::Question::massMatrix:
      return {{"linkwork", [s] { linkwork::massMatrix(s->tree, s->q, s->work, s->mass); },
               [s] { return massInOrder(*s); }},
              {"linkwork, by branches",
               [s] { linkwork::massMatrix(s->tree, s->q, s->work, s->branches); },
               [s] {
                 const MatrixXd upper = s->branches.upper();
                 s->mass = upper.selfadjointView<Eigen::Upper>();
                 return massInOrder(*s);
               }}};
    case peers::Question::forwardDynamicsDerivatives:
      s->derivativesWork = std::make_unique<linkwork::DerivativesWorkspace>(s->tree);
      s->derivatives = std::make_unique<linkwork::ForwardDynamicsDerivatives>(s->tree);
      return {{"linkwork",
               [s] {
                 linkwork::forwardDynamicsDerivatives(s->tree, s->q, s->v, s->forces,
                                                      *s->derivativesWork, *s->derivatives);
               },
               [s] { return derivativesInOrder(*s); }}};
  }
  return {};
}

}  // namespace

void appendAnswers(const peers::Model& model, peers::Question question,
                   std::vector<peers::Answer>& to) {
  for (peers::Answer& answer : answersOf(model, question)) to.push_back(std::move(answer));
}
