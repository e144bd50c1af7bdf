#include "linkwork/symbolic/wasm_expressions.hpp"

namespace linkwork::symbolic::wasm {

ExpressionWriter::ExpressionWriter(const Graph& graph, const Callees& callees, int parameters,
                                   bool inPairs)
    : graph_(graph),
      callees_(callees),
      inPairs_(inPairs),
      code_(parameters),
      values_(at(graph.size())),
      parameters_(parameters) {}

void ExpressionWriter::restart() {
  code_ = Function(parameters_);
  idleLocals_.clear();
}

void ExpressionWriter::push(Node node) {
  if (graph_[node].operation == Operation::constant) {
    number(graph_[node].value);
    return;
  }
  Value& here = values_[at(node)];
  --here.uses;
  if (here.local >= 0) {
    code_.get(here.local);
    if (here.uses == 0) {
      idleLocals_.push_back(here.local);
      here.local = -1;
    }
    return;
  }
  isGiven(node) ? load(node) : compute(node);
  if (here.uses > 0) code_.tee(here.local = takeLocal());
}

void ExpressionWriter::keep(Node node) {
  compute(node);
  code_.set(values_[at(node)].local = takeLocal());
}

void ExpressionWriter::compute(Node node) {
  const NodeData& data = graph_[node];
  if (data.operation == Operation::sine || data.operation == Operation::cosine) return turn(data);
  if (data.operation == Operation::choose) {  // a < 0 ? x : y
    push(data.operands[1]);
    push(data.operands[2]);
    push(data.operands[0]);
    number(0);
    inPairs_ ? code_(Simd::f64x2Less)(Simd::bitSelect) : code_(Code::f64Less)(Code::select);
    return;
  }
  for (int i = 0; i < operandCount(data.operation); ++i) push(data.operands[i]);
  apply(data.operation);
}

void ExpressionWriter::number(double value) { inPairs_ ? code_.pair(value) : code_.number(value); }

void ExpressionWriter::apply(Operation operation) {
  const auto write = [&](Code single, Simd pair) { inPairs_ ? code_(pair) : code_(single); };
  switch (operation) {
    case Operation::add:
      return write(Code::f64Add, Simd::f64x2Add);
    case Operation::subtract:
      return write(Code::f64Subtract, Simd::f64x2Subtract);
    case Operation::multiply:
      return write(Code::f64Multiply, Simd::f64x2Multiply);
    case Operation::divide:
      return write(Code::f64Divide, Simd::f64x2Divide);
    case Operation::negate:
      return write(Code::f64Negate, Simd::f64x2Negate);
    case Operation::squareRoot:
      return write(Code::f64SquareRoot, Simd::f64x2SquareRoot);
    default:
      code_.call(callees_.math[static_cast<std::size_t>(operation)]);
  }
}

int ExpressionWriter::takeLocal() {
  if (idleLocals_.empty()) return code_.local(inPairs_ ? Type::v128 : Type::f64);
  const int local = idleLocals_.back();
  idleLocals_.pop_back();
  return local;
}

}  // namespace linkwork::symbolic::wasm
