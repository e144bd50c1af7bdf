#include <algorithm>
#include <array>

#include "linkwork/program.hpp"
#include "simulation_handle.hpp"

/// The parts of a simulation that run as compiled code.
namespace linkwork::binding {

namespace {

using symbolic::Program;

/// The code of a simulation's steps.
struct Mover {
  std::string method, integrator;
};

Program stepOf(const ClusterTree<double>& tree, const Mover& mover, const ProgramOptions& options) {
  if (mover.method == "variational") return fastestVariationalStep(tree, options);
  return fastestStep(tree, mover.integrator, options);
}

/// Quantities that can be compiled, by the names of CompiledQuantity.
struct Quantity {
  std::string_view name;
  CompiledCode CompiledDynamics::*code;
  Program (*write)(const ClusterTree<double>& tree, const Mover& mover,
                   const ProgramOptions& options);
};

constexpr std::array<Quantity, 4> quantities{
    {{"forwardDynamics", &CompiledDynamics::forward,
      [](const auto& tree, const auto&, const auto& options) {
        return fastestForwardDynamics(tree, options);
      }},
     {"inverseDynamics", &CompiledDynamics::inverse,
      [](const auto& tree, const auto&, const auto& options) {
        return fastestInverseDynamics(tree, options);
      }},
     {"massMatrix", &CompiledDynamics::massMatrix,
      [](const auto& tree, const auto&, const auto& options) {
        return fastestMassMatrix(tree, options);
      }},
     {"step", &CompiledDynamics::step, stepOf}}};

const Quantity& quantityNamed(std::string_view name) {
  return *std::find_if(quantities.begin(), quantities.end(),
                       [&](const Quantity& each) { return each.name == name; });
}

std::vector<double> parametersOf(const Program& program) {
  return program.inputs.empty() ? std::vector<double>() : program.inputs.back().values;
}

}  // namespace

double SimulationHandle::compile(const std::string& name, bool keepParameters) {
  return guardedNumber(error_, [&] {
    const Quantity& quantity = quantityNamed(name);
    const Mover mover{std::string(simulation_->method()), simulation_->integrator()};
    const ProgramOptions options{keepParameters};
    const Program program = quantity.write(simulation_->tree(), mover, options);
    code_ = emitWasm(program);
    compiled_ = {nullptr, std::vector<double>(static_cast<std::size_t>(program.outputs)),
                 code_.workspace, parametersOf(program)};
    if (!compiled_.parameters.empty())
      compiled_.parametersOf = [&quantity, mover, options,
                                code = code_](const ClusterTree<double>& changed) {
        std::optional<std::vector<double>> parameters;
        try {
          const Program written = quantity.write(changed, mover, options);
          const symbolic::WasmCode recompiled = emitWasm(written);
          if (recompiled.bytes == code.bytes && recompiled.workspace == code.workspace)
            parameters = parametersOf(written);
        } catch (const MechanismError&) {  // it would not be compiled at all
        }
        return parameters;
      };
    return static_cast<double>(reinterpret_cast<std::uintptr_t>(code_.bytes.data()));
  });
}

void SimulationHandle::useCompiled(unsigned place, const std::string& name) {
  CompiledDynamics dynamics;
  CompiledCode& code = dynamics.*quantityNamed(name).code;
  code = std::move(compiled_);
  code.function = reinterpret_cast<symbolic::CompiledFunction>(place);
  dynamics.method = simulation_->method();
  dynamics.integrator = simulation_->integrator();
  simulation_->useCompiled(std::move(dynamics));
  code_ = {};
}

bool SimulationHandle::isCompiled(const std::string& name) const {
  return (simulation_->compiled().*quantityNamed(name).code).function != nullptr;
}

}  // namespace linkwork::binding
