#include "linkwork/symbolic/wasm_module.hpp"

#include <algorithm>

#include "linkwork/symbolic/bits.hpp"

namespace linkwork::symbolic::wasm {

namespace {

enum Section : std::uint8_t {
  typeSection = 1,
  importSection,
  functionSection,
  exportSection = 7,
  codeSection = 10
};

/// LEB128: seven bits a byte, the lowest first.
void appendUnsigned(Bytes& bytes, std::uint32_t value) {
  for (; value >= 0x80; value >>= 7) bytes.push_back(static_cast<std::uint8_t>(value | 0x80));
  bytes.push_back(static_cast<std::uint8_t>(value));
}

void appendCount(Bytes& bytes, std::size_t count) {
  appendUnsigned(bytes, static_cast<std::uint32_t>(count));
}

void appendSigned(Bytes& bytes, std::int32_t value) {
  while (value < -64 || value > 63) {
    bytes.push_back(static_cast<std::uint8_t>((value & 0x7F) | 0x80));
    value >>= 7;
  }
  bytes.push_back(static_cast<std::uint8_t>(value & 0x7F));
}

void append64(Bytes& bytes, std::uint64_t value) {
  for (int shift = 0; shift < 64; shift += 8)
    bytes.push_back(static_cast<std::uint8_t>(value >> shift));
}

void append(Bytes& bytes, const Bytes& more) {
  bytes.insert(bytes.end(), more.begin(), more.end());
}

void appendName(Bytes& bytes, std::string_view name) {
  appendCount(bytes, name.size());
  bytes.insert(bytes.end(), name.begin(), name.end());
}

void appendTypes(Bytes& bytes, const std::vector<Type>& types) {
  appendCount(bytes, types.size());
  for (const Type type : types) bytes.push_back(static_cast<std::uint8_t>(type));
}

void appendSection(Bytes& bytes, Section section, std::size_t count, const Bytes& entries) {
  Bytes content;
  appendCount(content, count);
  append(content, entries);
  bytes.push_back(section);
  appendCount(bytes, content.size());
  append(bytes, content);
}

}  // namespace

int Function::local(Type type) {
  if (runs_.empty() || runs_.back().type != type) runs_.push_back({type, 0});
  ++runs_.back().count;
  return locals_++;
}

Function& Function::operator()(Code code) {
  code_.push_back(static_cast<std::uint8_t>(code));
  return *this;
}

Function& Function::operator()(Simd code) {
  (*this)(Code::simd);
  appendUnsigned(code_, static_cast<std::uint32_t>(code));
  return *this;
}

Function& Function::withIndex(Code code, int index) {
  (*this)(code);
  appendUnsigned(code_, static_cast<std::uint32_t>(index));
  return *this;
}

Function& Function::open(Code code) {
  constexpr std::uint8_t noResult = 0x40;
  (*this)(code);
  code_.push_back(noResult);
  return *this;
}

Function& Function::number(double value) {
  (*this)(Code::f64Const);
  append64(code_, bitsOf(value));
  return *this;
}

Function& Function::number(int value) {
  (*this)(Code::i32Const);
  appendSigned(code_, value);
  return *this;
}

Function& Function::pair(double value) { return pair(static_cast<std::int64_t>(bitsOf(value))); }

Function& Function::pair(std::int64_t value) {
  (*this)(Simd::constant);
  for (int lane = 0; lane < 2; ++lane) append64(code_, static_cast<std::uint64_t>(value));
  return *this;
}

Function& Function::address(int alignment, int offset) {
  appendUnsigned(code_, static_cast<std::uint32_t>(alignment));
  appendUnsigned(code_, static_cast<std::uint32_t>(offset));
  return *this;
}

Function& Function::memory(Code code, int offset) {
  return (*this)(code).address(code == Code::i32Load ? 2 : 3, offset);
}

Function& Function::memory(Simd code, int offset) { return (*this)(code).address(3, offset); }

Function& Function::memory(Simd code, int offset, int lane) {
  memory(code, offset).code_.push_back(static_cast<std::uint8_t>(lane));
  return *this;
}

Function& Function::lane(Simd code, int lane) {
  (*this)(code).code_.push_back(static_cast<std::uint8_t>(lane));
  return *this;
}

Bytes Function::body() const {
  Bytes content;
  appendCount(content, runs_.size());
  for (const Run& run : runs_) {
    appendUnsigned(content, static_cast<std::uint32_t>(run.count));
    content.push_back(static_cast<std::uint8_t>(run.type));
  }
  append(content, code_);
  content.push_back(static_cast<std::uint8_t>(Code::end));
  return content;
}

int Module::type(const std::vector<Type>& parameters, const std::vector<Type>& results) {
  const std::pair desired(parameters, results);
  const auto found = std::find(known_.begin(), known_.end(), desired);
  if (found != known_.end()) return static_cast<int>(found - known_.begin());
  constexpr std::uint8_t functionType = 0x60;
  signatures_.push_back(functionType);
  appendTypes(signatures_, parameters);
  appendTypes(signatures_, results);
  known_.push_back(desired);
  return static_cast<int>(known_.size()) - 1;
}

int Module::importFunction(std::string_view from, std::string_view name, int type) {
  constexpr std::uint8_t function = 0x00;
  appendName(importEntries_, from);
  appendName(importEntries_, name);
  importEntries_.push_back(function);
  appendUnsigned(importEntries_, static_cast<std::uint32_t>(type));
  return imports_++;
}

int Module::addFunction(int type, const Function& function) {
  const int number = nextFunction();
  types_.push_back(type);
  const Bytes body = function.body();
  appendCount(bodies_, body.size());
  append(bodies_, body);
  return number;
}

Bytes Module::bytes(int function, std::string_view name) const {
  Bytes all{0x00, 'a', 's', 'm', 0x01, 0x00, 0x00, 0x00};
  appendSection(all, typeSection, known_.size(), signatures_);

  constexpr std::uint8_t memory = 0x02, noMaximum = 0x00;
  Bytes imports;
  appendName(imports, "env");
  appendName(imports, "memory");
  imports.insert(imports.end(), {memory, noMaximum, 0});
  append(imports, importEntries_);
  appendSection(all, importSection, static_cast<std::size_t>(imports_) + 1, imports);

  Bytes indices;
  for (const int type : types_) appendUnsigned(indices, static_cast<std::uint32_t>(type));
  appendSection(all, functionSection, types_.size(), indices);

  Bytes exported;
  appendName(exported, name);
  exported.push_back(0x00);
  appendUnsigned(exported, static_cast<std::uint32_t>(function));
  appendSection(all, exportSection, 1, exported);

  appendSection(all, codeSection, types_.size(), bodies_);
  return all;
}

}  // namespace linkwork::symbolic::wasm
