// Pinocchio, by its fastest joints (about x, y and z), for this machine's instruction set. If it
// offers two conventions, in the joints' axes and in the world's, both are timed.
#include "../peer.hpp"

#include <memory>

#include "pinocchio/algorithm/aba-derivatives.hpp"
#include "pinocchio/algorithm/aba.hpp"
#include "pinocchio/algorithm/crba.hpp"
#include "pinocchio/algorithm/rnea.hpp"
#include "pinocchio/multibody/data.hpp"
#include "pinocchio/multibody/model.hpp"

namespace {

namespace pin = pinocchio;
using Eigen::VectorXd;

pin::JointIndex addJoint(pin::Model& model, const peers::Link& link, const std::string& name) {
  const auto parent = static_cast<pin::JointIndex>(link.parent + 1);
  const pin::SE3 frame(Eigen::Map<const Eigen::Quaterniond>(link.turn.data()).toRotationMatrix(),
                       Eigen::Map<const Eigen::Vector3d>(link.position.data()));
  if (link.isFree) return model.addJoint(parent, pin::JointModelFreeFlyer(), frame, name);
  if (link.axis == 0) return model.addJoint(parent, pin::JointModelRX(), frame, name);
  if (link.axis == 1) return model.addJoint(parent, pin::JointModelRY(), frame, name);
  return model.addJoint(parent, pin::JointModelRZ(), frame, name);
}

struct Subject {
  explicit Subject(const peers::Model& given) {
    for (const peers::Link& link : given.links) {
      const auto joint = addJoint(model, link, "joint" + std::to_string(place.size()));
      const auto& [xx, yy, zz, xy, xz, yz] = link.inertia;
      Eigen::Matrix3d inertia;
      inertia << xx, xy, xz, xy, yy, yz, xz, yz, zz;
      const Eigen::Map<const Eigen::Vector3d> center(link.center.data());
      model.appendBodyToJoint(joint, pin::Inertia(link.mass, center, inertia),
                              pin::SE3::Identity());
      const int first = model.idx_vs[joint];
      // Its linear part comes first.
      for (int k = 0; k < (link.isFree ? 6 : 1); ++k)
        place.push_back(link.isFree ? first + (k + 3) % 6 : first);
    }
    model.gravity.linear() = Eigen::Vector3d(0, 0, -9.81);
    data = std::make_unique<pin::Data>(model);
    q = Eigen::Map<const VectorXd>(given.q.data(), static_cast<long>(given.q.size()));
    v = inOwnOrder(given.v), a = inOwnOrder(given.a), tau = inOwnOrder(given.tau);
  }

  VectorXd inOwnOrder(const std::vector<double>& from) const {
    VectorXd to(static_cast<long>(from.size()));
    for (std::size_t i = 0; i < from.size(); ++i) to[place[i]] = from[i];
    return to;
  }

  pin::Model model;
  std::unique_ptr<pin::Data> data;
  VectorXd q, v, a, tau;
  std::vector<int> place;  ///< of each entry of the model's v
};

using Shared = std::shared_ptr<Subject>;

std::vector<double> inOrder(const Subject& s, const VectorXd& from) {
  std::vector<double> to;
  for (const int i : s.place) to.push_back(from[i]);
  return to;
}

/// Of a symmetric matrix, only the upper triangle is filled.
template <typename Matrix>
void appendSymmetric(std::vector<double>& to, const Subject& s, const Matrix& from) {
  peers::appendSquare(to, s.place, [&](int i, int j) { return i > j ? from(j, i) : from(i, j); });
}

template <pin::Convention convention>
peers::Answer forwardDynamics(const Shared& s, const char* name) {
  return {name, [s] { pin::aba(s->model, *s->data, s->q, s->v, s->tau, convention); },
          [s] { return inOrder(*s, s->data->ddq); }};
}

template <pin::Convention convention>
peers::Answer massMatrix(const Shared& s, const char* name) {
  return {name, [s] { pin::crba(s->model, *s->data, s->q, convention); },
          [s] {
            std::vector<double> all;
            appendSymmetric(all, *s, s->data->M);
            return all;
          }};
}

std::vector<double> derivatives(const Subject& s) {
  std::vector<double> all;
  for (const auto* matrix : {&s.data->ddq_dq, &s.data->ddq_dv})
    peers::appendSquare(all, s.place, [&](int i, int j) { return (*matrix)(i, j); });
  appendSymmetric(all, s, s.data->Minv);
  return all;
}

std::vector<peers::Answer> answersOf(const peers::Model& model, peers::Question question) {
  const auto s = std::make_shared<Subject>(model);
  switch (question) {
    case peers::Question::forwardDynamics:
      return {forwardDynamics<pin::Convention::LOCAL>(s, "Pinocchio, joints' axes"),
              forwardDynamics<pin::Convention::WORLD>(s, "Pinocchio, world's axes")};
    case peers::Question::inverseDynamics:
      return {{"Pinocchio", [s] { pin::rnea(s->model, *s->data, s->q, s->v, s->a); },
               [s] { return inOrder(*s, s->data->tau); }}};
    case peers::Question::massMatrix:
      return {massMatrix<pin::Convention::LOCAL>(s, "Pinocchio, joints' axes"),
              massMatrix<pin::Convention::WORLD>(s, "Pinocchio, world's axes")};
    case peers::Question::forwardDynamicsDerivatives:
      return {{"Pinocchio",
               [s] { pin::computeABADerivatives(s->model, *s->data, s->q, s->v, s->tau); },
               [s] { return derivatives(*s); }}};
  }
  return {};
}

}  // namespace

void appendAnswers(const peers::Model& model, peers::Question question,
                   std::vector<peers::Answer>& to) {
  for (peers::Answer& answer : answersOf(model, question)) to.push_back(std::move(answer));
}
