#include "model_handle.hpp"

namespace linkwork::binding {

emscripten::val ModelHandle::open(const emscripten::val& catalogue,
                                  const std::string& mechanismText, const std::string& stateText) {
  return guarded([&] {
    const Mechanism mechanism = openedMechanism(catalogue, mechanismText);
    model_.emplace(mechanism, openedState(stateText, mechanism));
  });
}

double ModelHandle::start() {
  return guardedNumber(
      error_, [&] { return stateAddress(model_->initialPosition(), model_->initialVelocity()); });
}

double ModelHandle::zero() {
  return guardedNumber(
      error_, [&] { return stateAddress(model_->position({}), model_->velocity({})); });
}

double ModelHandle::assemble(const std::string& stateText) {
  return guardedNumber(error_, [&] {
    const NamedState wanted = stateFromJson(stateText, model_->mechanism());
    const NamedState found = model_->assemble(wanted.q, wanted.v);
    Eigen::VectorXd q = model_->position(found.q), v = model_->velocity(found.v);
    model_->close(q, v);
    return stateAddress(q, v);
  });
}

double ModelHandle::stateAddress(const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  answer_.assign(q.begin(), q.end());
  answer_.insert(answer_.end(), v.begin(), v.end());
  return answer(answer_);
}

}  // namespace linkwork::binding
