#include "linkwork/symbolic/wasm_kernel.hpp"

#include <map>
#include <set>
#include <utility>

#include "linkwork/linalg/index.hpp"

namespace linkwork::symbolic::wasm {

namespace {

/// Writes a kernel. Values used once are computed on the stack where they are used, others are in a
/// local variable from their computation to their last use. With two lanes every value is a vector.
class KernelWriter {
 public:
  using Kernel = Program::Kernel;

  KernelWriter(const Program& program, const Kernel& kernel,
               const std::optional<Program::Loop>& fixed, int angles, const Callees& callees)
      : program_(program),
        kernel_(kernel),
        fixed_(fixed),
        angles_(angles),
        callees_(callees),
        graph_(*kernel.graph),
        distance_(angles < 0 ? 0 : 2 * bytesOfDouble * angleCount(kernel)),
        inPairs_(kernel.lanes == 2),
        repeats_(repeatsIn(program, kernel)),
        round_(kernel),
        code_((fixed ? 0 : 1) + program.workspaceMemory() + 1),
        locals_(at(graph_.size()), -1) {}

  Function write() {
    if (!fixed_) findPlaces();
    const int rounds = repeats_ ? code_.local(Type::i32) : -1;
    if (repeats_) code_.get(entry).memory(Code::i32Load, 4 * loop_entry::rounds).set(rounds);
    loadCarried();
    if (repeats_) code_.open(Code::loop);
    for (const Round::Statement& statement : round_.statements) write(statement);
    if (repeats_) {
      for (const Expression& value : kernel_.next) push(value);
      for (std::size_t i = kernel_.next.size(); i-- > 0;) code_.set(carried_[i]);
      advance();
      code_.get(rounds).number(-1)(Code::i32Add).tee(rounds).branchIf(0)(Code::end);
    }
    for (std::size_t i = 0; i < kernel_.next.size(); ++i) {
      code_.get(memory(program_.workspaceMemory()));
      repeats_ ? static_cast<void>(code_.get(carried_[i])) : push(kernel_.next[i]);
      inPairs_ ? code_.memory(Simd::store, carriedPlace(static_cast<int>(i)))
               : code_.memory(Code::f64Store, carriedPlace(static_cast<int>(i)));
    }
    return std::move(code_);
  }

 private:
  enum Parameter { entry };

  static bool repeatsIn(const Program& program, const Kernel& kernel) {
    for (const Program::Loop* loop : program.loops())
      if (&program.kernels[at(loop->kernel)] == &kernel && loop->rounds > 1) return true;
    return false;
  }

  int memory(int number) const { return (fixed_ ? 0 : 1) + number; }
  int carriedPlace(int element) const {
    return bytesOfDouble * (program_.carried + kernel_.lanes * element);
  }

  // ——— Places of arrays ———

  /// Addresses of the arrays from the table, lane after lane.
  void findPlaces() {
    const int arrays = static_cast<int>(kernel_.arrays.size());
    for (int lane = 0; lane < kernel_.lanes; ++lane)
      for (int k = 0; k < arrays; ++k) {
        places_.push_back(code_.local(Type::i32));
        code_.get(memory(kernel_.arrays[at(k)].memory)).get(entry);
        code_.memory(Code::i32Load, 4 * (loop_entry::first + lane * arrays + k));
        code_(Code::i32Add).set(places_.back());
      }
  }
  /// The variable with an array's address, and the element's distance from it in bytes.
  int placeOf(int array, int lane = 0) const {
    return fixed_ ? memory(kernel_.arrays[at(array)].memory)
                  : places_[at(lane) * kernel_.arrays.size() + at(array)];
  }
  int offsetOf(int array, int element) const {
    return bytesOfDouble * (element + (fixed_ ? fixed_->first[at(array)] : 0));
  }
  bool isInterleaved(int array) const { return kernel_.arrays[at(array)].isInterleaved; }

  /// Addresses of the next round.
  void advance() {
    const int arrays = static_cast<int>(kernel_.arrays.size());
    for (int lane = 0; lane < kernel_.lanes; ++lane)
      for (int k = 0; k < arrays; ++k) {
        const int stride = kernel_.arrays[at(k)].stride, place = placeOf(k, lane);
        if (stride != 0) code_.get(place).number(bytesOfDouble * stride)(Code::i32Add).set(place);
      }
  }

  /// What the loop before left, into variables that stay.
  void loadCarried() {
    if (repeats_)
      for (std::size_t i = 0; i < kernel_.next.size(); ++i)
        carried_.push_back(code_.local(inPairs_ ? Type::v128 : Type::f64));
    for (int element = 0; element < static_cast<int>(round_.carried.size()); ++element) {
      const Node input = round_.carried[at(element)];
      if (input < 0) continue;
      const int local = locals_[at(input)] = repeats_ ? carried_[at(element)] : takeLocal();
      code_.get(memory(program_.workspaceMemory()));
      inPairs_ ? code_.memory(Simd::load, carriedPlace(element))
               : code_.memory(Code::f64Load, carriedPlace(element));
      code_.set(local);
    }
  }

  // ——— Statements ———

  void write(const Round::Statement& statement) {
    if (statement.kind == Round::Kind::store) return store(*statement.store);
    statement.kind == Round::Kind::load ? load(statement.node) : compute(statement.node);
    code_.set(locals_[at(statement.node)] = takeLocal());
  }

  void store(const Kernel::Store& store) {
    const int place = placeOf(store.array), offset = offsetOf(store.array, store.element);
    if (!inPairs_) {
      code_.get(place);
      if (store.adds) code_.get(place).memory(Code::f64Load, offset);
      push(store.value);
      if (store.adds) code_(Code::f64Add);
      code_.memory(Code::f64Store, offset);
    } else if (isInterleaved(store.array) && !store.adds) {
      code_.get(place);
      push(store.value);
      code_.memory(Simd::store, 2 * offset);
    } else {
      const int value = takeLocal();
      push(store.value);
      code_.set(value);
      for (int lane = 0; lane < 2; ++lane) {
        const int there = placeOf(store.array, lane);
        code_.get(there);
        if (store.adds) {
          code_.get(there).memory(Code::f64Load, offset);
          code_.get(value).lane(Simd::f64x2ExtractLane, lane)(Code::f64Add);
          code_.memory(Code::f64Store, offset);
        } else {
          code_.get(value).memory(Simd::store64Lane, offset, lane);
        }
      }
      idleLocals_.push_back(value);
    }
  }

  // ——— Expressions ———

  void number(double value) { inPairs_ ? code_.pair(value) : code_.number(value); }
  void push(const Expression& value) {
    value.isConstant() ? number(value.value()) : push(value.node());
  }

  /// A value on the stack, for one of its uses.
  void push(Node node) {
    const NodeData& data = graph_[node];
    if (data.operation == Operation::constant) return number(data.value);
    int &uses = round_.uses[at(node)], &local = locals_[at(node)];
    const bool isLast = --uses == 0 && !isCarried(data);
    if (local >= 0) {
      code_.get(local);
      if (isLast) idleLocals_.push_back(std::exchange(local, -1));
      return;
    }
    data.operation == Operation::input ? load(node) : compute(node);
    if (uses > 0) code_.tee(local = takeLocal());
  }
  static bool isCarried(const NodeData& data) {
    return data.operation == Operation::input && data.operands[0] == Kernel::carried;
  }

  void load(Node node) {
    const NodeData& data = graph_[node];
    const int array = data.operands[0], offset = offsetOf(array, data.operands[1]);
    if (!inPairs_) {
      code_.get(placeOf(array)).memory(Code::f64Load, offset);
    } else if (isInterleaved(array)) {
      code_.get(placeOf(array)).memory(Simd::load, 2 * offset);
    } else {
      code_.get(placeOf(array, 1)).get(placeOf(array)).memory(Simd::load64Splat, offset);
      code_.memory(Simd::load64Lane, offset, 1);
    }
  }

  void compute(Node node) {
    const NodeData& data = graph_[node];
    const auto write = [&](Code single, Simd pair) { inPairs_ ? code_(pair) : code_(single); };
    if (data.operation == Operation::choose) {  // a < 0 ? x : y
      for (const int k : {1, 2, 0}) push(data.operands[k]);
      number(0);
      inPairs_ ? code_(Simd::f64x2Less)(Simd::bitSelect) : code_(Code::f64Less)(Code::select);
      return;
    }
    if (angles_ >= 0 && isTrigonometric(data.operation)) return turn(data);
    for (int k = 0; k < operandCount(data.operation); ++k) push(data.operands[k]);
    switch (data.operation) {
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
        code_.call(callees_.math[static_cast<std::size_t>(data.operation)]);
    }
  }

  /// Computes sine and cosine where the first of the two is used.
  void turn(const NodeData& data) {
    const int workspace = memory(program_.workspaceMemory());
    const int next = bytesOfDouble * (angles_ + 2 * static_cast<int>(turned_.size()));
    const auto [angle, isNew] = turned_.try_emplace(data.operands[0], next);
    const int place = angle->second;
    if (isNew) {
      code_.get(workspace);
      push(data.operands[0]);
      code_.memory(Code::f64Store, place);
      for (const int address : {place, place + bytesOfDouble})
        code_.get(workspace).number(address)(Code::i32Add);
      code_.number(distance_).call(callees_.sineCosine);
    }
    const int times = data.operation == Operation::sine ? 1 : 2;
    code_.get(workspace).memory(Code::f64Load, place + times * distance_);
  }

  int takeLocal() {
    if (idleLocals_.empty()) return code_.local(inPairs_ ? Type::v128 : Type::f64);
    const int local = idleLocals_.back();
    idleLocals_.pop_back();
    return local;
  }

  const Program& program_;
  const Kernel& kernel_;
  const std::optional<Program::Loop>& fixed_;
  const int angles_;
  const Callees& callees_;
  const Graph& graph_;
  const int distance_;  ///< in bytes from angles to sines, and from these to cosines
  const bool inPairs_, repeats_;
  Round round_;
  Function code_;
  std::vector<int> locals_;            ///< by node, −1: none
  std::vector<int> places_, carried_;  ///< variables
  std::vector<int> idleLocals_;
  std::map<Node, int> turned_;  ///< angles whose sines and cosines are computed, by their places
};

}  // namespace

int angleCount(const Program::Kernel& kernel) {
  std::set<Node> angles;
  for (const Subgraph::Entry& entry : Subgraph(rootsOf(kernel)).entries) {
    const NodeData& data = (*kernel.graph)[entry.node];
    if (isTrigonometric(data.operation)) angles.insert(data.operands[0]);
  }
  return static_cast<int>(angles.size());
}

Function kernelFunction(const Program& program, const Program::Kernel& kernel,
                        const std::optional<Program::Loop>& fixed, int angles,
                        const Callees& callees) {
  return KernelWriter(program, kernel, fixed, angles, callees).write();
}

}  // namespace linkwork::symbolic::wasm
