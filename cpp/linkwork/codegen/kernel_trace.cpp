#include "linkwork/codegen/kernel_trace.hpp"

#include <algorithm>
#include <cmath>

#include "linkwork/linalg/index.hpp"
#include "linkwork/symbolic/kernel_code.hpp"
#include "linkwork/symbolic/subgraph.hpp"

namespace linkwork::codegen {

namespace {

template <typename Value, typename Constant>
Pattern patternOf(std::span<const Value> values, const Constant& constantOf) {
  Pattern result;
  for (std::size_t i = 0; i < values.size(); ++i) {
    double constant = 0;
    Pattern::Entry entry{-1, 0};
    if (constantOf(values[i], constant)) {
      entry.factor = constant;
    } else {
      for (int k = 0; k < result.count() && entry.distinct < 0; ++k) {
        const Value& other = values[at(result.distinct[at(k)])];
        if (values[i] == other)
          entry = {k, 1};
        else if (values[i] == -other)
          entry = {k, -1};
      }
      if (entry.distinct < 0) {
        entry = {result.count(), 1};
        result.distinct.push_back(static_cast<int>(i));
      }
    }
    result.entries.push_back(entry);
  }
  return result;
}

}  // namespace

Pattern Pattern::of(std::span<const Expression> values) {
  return patternOf(values, [](const Expression& value, double& constant) {
    constant = value.isConstant() ? value.value() : 0;
    return value.isConstant();
  });
}

Pattern Pattern::of(std::span<const double> numbers) {
  return patternOf(numbers, [](double value, double& constant) {
    constant = value;
    return value == 0 || std::abs(value) == 1;
  });
}

Pattern Pattern::ofSum(const Pattern& a, const Pattern& b) {
  Pattern result;
  const Entry zero{-1, 0};
  for (std::size_t i = 0; i < a.entries.size(); ++i) {
    if (a.entries[i] == zero && b.entries[i] == zero) {
      result.entries.push_back(zero);
      continue;
    }
    result.entries.push_back({result.count(), 1});
    result.distinct.push_back(static_cast<int>(i));
  }
  return result;
}

std::vector<Expression> Pattern::values(const std::function<Expression(int, int)>& value) const {
  std::vector<Expression> result;
  for (const Entry& entry : entries)
    result.push_back(entry.distinct < 0
                         ? Expression(entry.factor)
                         : entry.factor * value(entry.distinct, distinct[at(entry.distinct)]));
  return result;
}

// ——— Kernels ———

using symbolic::Program;

int KernelTrace::arrayOf(Buffer buffer, int body) {
  const BufferEntry wanted{buffer, body};
  const auto found = std::find(buffers_.begin(), buffers_.end(), wanted);
  if (found == buffers_.end()) buffers_.push_back(wanted);
  return static_cast<int>(std::find(buffers_.begin(), buffers_.end(), wanted) - buffers_.begin());
}

Expression KernelTrace::load(Buffer buffer, int element, int body) {
  return graph_->input(arrayOf(buffer, body), element);
}

void KernelTrace::store(Buffer buffer, int element, const Expression& value, int body) {
  kernel_.stores.push_back({arrayOf(buffer, body), element, value, false});
}

void KernelTrace::add(Buffer buffer, int element, const Expression& value, int body) {
  kernel_.stores.push_back({arrayOf(buffer, body), element, value, true});
}

void KernelTrace::store(Buffer buffer, const Pattern& pattern, std::span<const Expression> values,
                        int from, int body) {
  for (const int entry : pattern.distinct) store(buffer, from + entry, values[at(entry)], body);
}

std::vector<Expression> KernelTrace::load(Buffer buffer, const Pattern& pattern, int from,
                                          int body) {
  return pattern.values([&](int, int entry) { return load(buffer, from + entry, body); });
}

std::vector<Expression> KernelTrace::carried(const Pattern& pattern) {
  return pattern.values([&](int k, int) { return graph_->input(Program::Kernel::carried, k); });
}

void KernelTrace::carry(const Pattern& pattern, std::span<const Expression> values) {
  for (const int entry : pattern.distinct) kernel_.next.push_back(values[at(entry)]);
}

KernelTrace::Finished KernelTrace::finish() {
  const std::vector<Expression> roots = symbolic::rootsOf(kernel_);

  // Renumbers the used arrays and the used elements of numbers, numbers first.
  Finished result;
  std::vector<bool> isUsed(buffers_.size());
  for (const Program::Kernel::Store& each : kernel_.stores) isUsed[at(each.array)] = true;
  for (const symbolic::Subgraph::Entry& each : symbolic::Subgraph(roots).entries) {
    const symbolic::NodeData& data = (*graph_)[each.node];
    if (data.operation != symbolic::Operation::input || data.operands[0] < 0) continue;
    const auto array = at(data.operands[0]);
    isUsed[array] = true;
    if (buffers_[array].kind == Buffer::numbers) result.usedNumbers.push_back(data.operands[1]);
  }
  std::sort(result.usedNumbers.begin(), result.usedNumbers.end());
  std::vector<int> places(buffers_.size());
  for (std::size_t i = 0; i < buffers_.size(); ++i) {
    if (!isUsed[i]) continue;
    places[i] = static_cast<int>(result.buffers.size());
    result.buffers.push_back(buffers_[i]);
  }

  const auto graph = std::make_shared<symbolic::Graph>();
  const std::vector<Expression> renamed =
      symbolic::substitute(roots, [&](int array, int element) -> Expression {
        if (array < 0) return graph->input(array, element);
        const auto from = at(array);
        if (buffers_[from].kind == Buffer::numbers)
          element = static_cast<int>(
              std::lower_bound(result.usedNumbers.begin(), result.usedNumbers.end(), element) -
              result.usedNumbers.begin());
        return graph->input(places[from], element);
      });
  result.kernel.graph = graph;
  result.kernel.next.assign(renamed.begin(),
                            renamed.begin() + static_cast<std::ptrdiff_t>(kernel_.next.size()));
  for (std::size_t i = 0; i < kernel_.stores.size(); ++i) {
    Program::Kernel::Store store = kernel_.stores[i];
    store.array = places[at(store.array)];
    store.value = renamed[kernel_.next.size() + i];
    result.kernel.stores.push_back(store);
  }
  return result;
}

}  // namespace linkwork::codegen
