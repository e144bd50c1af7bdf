#include "linkwork/symbolic/wasm_kernel.hpp"

#include <map>
#include <set>
#include <utility>

namespace linkwork::symbolic::wasm {

namespace {

class KernelWriter : ExpressionWriter {
 public:
  using Kernel = LoopProgram::Kernel;

  KernelWriter(const LoopProgram& program, const Kernel& kernel, const Callees& callees)
      : ExpressionWriter(*kernel.graph, callees, 1 + program.scratchMemory() + 1,
                         kernel.lanes == 2),
        program_(program),
        kernel_(kernel),
        nodes_(std::move(Subgraph(rootsOf(kernel)).entries)) {}

  Function write() {
    findPlaces();
    const int rounds = kernel_.repeats ? code_.local(Type::i32) : -1;
    if (kernel_.repeats) code_.get(entry).memory(Code::i32Load, 4 * loop_entry::rounds).set(rounds);
    loadCarried();
    if (kernel_.repeats) code_.open(Code::loop);
    writeRound();
    if (kernel_.repeats) {
      for (const Expression& value : kernel_.next) push(value);
      for (std::size_t i = kernel_.next.size(); i-- > 0;) code_.set(carried_[i]);
      advance();
      code_.get(rounds).number(-1)(Code::i32Add).tee(rounds).branchIf(0)(Code::end);
    }
    for (std::size_t i = 0; i < kernel_.next.size(); ++i) {
      code_.get(memory(program_.scratchMemory()));
      kernel_.repeats ? static_cast<void>(code_.get(carried_[i])) : push(kernel_.next[i]);
      const int place = bytesOfDouble * (program_.carried + kernel_.lanes * static_cast<int>(i));
      inPairs_ ? code_.memory(Simd::store, place) : code_.memory(Code::f64Store, place);
    }
    return std::move(code_);
  }

 private:
  enum Parameter { entry };
  static int memory(int number) { return 1 + number; }

  static std::vector<Expression> rootsOf(const Kernel& kernel) {
    std::vector<Expression> roots = kernel.next;
    for (const Kernel::Store& store : kernel.stores) roots.push_back(store.value);
    return roots;
  }
  const NodeData& dataOf(Node node) const { return graph_[node]; }
  bool isGiven(Node node) const override { return dataOf(node).operation == Operation::input; }

  /// Addresses of the arrays, lane after lane.
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
  int placeOf(int array, int lane) const {
    return places_[at(lane) * kernel_.arrays.size() + at(array)];
  }

  /// To the places of the next round.
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
    constexpr int always = 1 << 28;
    if (kernel_.repeats)
      for (std::size_t i = 0; i < kernel_.next.size(); ++i)
        carried_.push_back(code_.local(inPairs_ ? Type::v128 : Type::f64));
    for (const Subgraph::Entry& each : nodes_) {
      const NodeData& data = dataOf(each.node);
      if (data.operation != Operation::input || data.operands[0] != Kernel::carried) continue;
      const int element = data.operands[1];
      const int local = kernel_.repeats ? carried_[at(element)] : takeLocal();
      values_[at(each.node)] = {always, local};
      code_.get(memory(program_.scratchMemory()));
      const int place = bytesOfDouble * (program_.carried + kernel_.lanes * element);
      inPairs_ ? code_.memory(Simd::load, place) : code_.memory(Code::f64Load, place);
      code_.set(local);
    }
  }

  void countUses() {
    for (const Subgraph::Entry& each : nodes_)
      for (int i = 0; i < operandCount(dataOf(each.node).operation); ++i)
        ++values_[at(dataOf(each.node).operands[i])].uses;
    for (const Expression& value : rootsOf(kernel_))
      if (!value.isConstant()) ++values_[at(value.node())].uses;
  }

  void writeRound() {
    countUses();
    std::multimap<Node, const Kernel::Store*> stores;
    std::set<std::pair<int, int>> overwritten;
    std::set<Node> handedOn;
    for (const Kernel::Store& each : kernel_.stores) {
      if (!each.value.isConstant() && !isGiven(each.value.node()))
        stores.emplace(each.value.node(), &each);
      overwritten.emplace(each.array, each.element);
    }
    for (const Expression& value : kernel_.next)
      if (!value.isConstant() && !isGiven(value.node())) handedOn.insert(value.node());
    for (const Subgraph::Entry& each : nodes_) {  // what stores would overwrite
      const NodeData& data = dataOf(each.node);
      if (data.operation != Operation::input || data.operands[0] == Kernel::carried) continue;
      if (!overwritten.contains({data.operands[0], data.operands[1]})) continue;
      load(each.node);
      code_.set(values_[at(each.node)].local = takeLocal());
    }
    for (const Subgraph::Entry& each : nodes_) {
      if (operandCount(dataOf(each.node).operation) == 0) continue;
      const auto [begin, end] = stores.equal_range(each.node);
      if (handedOn.contains(each.node) || values_[at(each.node)].uses > 1) keep(each.node);
      for (auto store = begin; store != end; ++store) write(*store->second);
    }
    for (const Kernel::Store& each : kernel_.stores)
      if (each.value.isConstant() || isGiven(each.value.node())) write(each);
  }

  void push(const Expression& value) {
    value.isConstant() ? number(value.value()) : ExpressionWriter::push(value.node());
  }

  void write(const Kernel::Store& store) {
    const Kernel::Array& array = kernel_.arrays[at(store.array)];
    const int place = placeOf(store.array, 0), offset = bytesOfDouble * store.element;
    if (!inPairs_) {
      code_.get(place);
      if (store.adds) code_.get(place).memory(Code::f64Load, offset);
      push(store.value);
      if (store.adds) code_(Code::f64Add);
      code_.memory(Code::f64Store, offset);
    } else if (array.isInterleaved && !store.adds) {
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
    }
  }

  void load(Node node) override {
    const NodeData& data = dataOf(node);
    const int array = data.operands[0], offset = bytesOfDouble * data.operands[1];
    if (!inPairs_) {
      code_.get(placeOf(array, 0)).memory(Code::f64Load, offset);
    } else if (kernel_.arrays[at(array)].isInterleaved) {
      code_.get(placeOf(array, 0)).memory(Simd::load, 2 * offset);
    } else {
      code_.get(placeOf(array, 1)).get(placeOf(array, 0)).memory(Simd::load64Splat, offset);
      code_.memory(Simd::load64Lane, offset, 1);
    }
  }

  void turn(const NodeData& data) override {
    ExpressionWriter::push(data.operands[0]);
    code_.call(callees_.math[static_cast<std::size_t>(data.operation)]);
  }

  const LoopProgram& program_;
  const Kernel& kernel_;
  const std::vector<Subgraph::Entry> nodes_;
  std::vector<int> places_, carried_;  ///< variables
};

}  // namespace

Function kernelFunction(const LoopProgram& program, const LoopProgram::Kernel& kernel,
                        const Callees& callees) {
  return KernelWriter(program, kernel, callees).write();
}

}  // namespace linkwork::symbolic::wasm
