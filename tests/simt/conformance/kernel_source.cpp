#include "tests/simt/conformance/kernel_source.hpp"

#include <fmt/format.h>

#include "tests/simt/conformance/inputs.hpp"

namespace conformance {
namespace {

constexpr const char* operand_names[] = {"a", "b", "c", "e"};

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

// Bodies may use the scratch registers x … w and w0, h and q; "split" takes the 64-bit a and b
// apart into {x, y} and {z, w}, "join" makes d of x and z.
std::string body_of(const entry& e) {
  std::string body = e.name + ";";
  replace_all(body, "split;", "mov.b64 {x, y}, a; mov.b64 {z, w}, b;");
  replace_all(body, "join;", "mov.b64 d, {x, z};");
  return body;
}

// How the operand called `name`, the asm statement's `%index`, gets its own width.
std::string read_operand(const std::string& type, const char* name, std::size_t index) {
  switch (bits_of(type)) {
    case 1:
      return fmt::format(".reg .pred {0}; setp.ne.u64 {0}, %{1}, 0; ", name, index);
    case 16:
      return fmt::format(".reg .b16 {0}; cvt.u16.u64 {0}, %{1}; ", name, index);
    case 32:
      return fmt::format(".reg .b32 {0}; cvt.u32.u64 {0}, %{1}; ", name, index);
    default:
      return fmt::format(".reg .b64 {0}; mov.b64 {0}, %{1}; ", name, index);
  }
}

std::string declare_result(const std::string& type) {
  if (type == "pred") return "";
  if (type == "pred2") return ".reg .pred d; ";
  if (type == "b32|p") return ".reg .b32 d; ";
  return fmt::format(".reg .b{} d; ", bits_of(type));
}

std::string write_result(const std::string& type) {
  if (type == "pred") return "selp.u64 %0, 1, 0, p; ";
  if (type == "pred2")
    return "selp.u32 x, 1, 0, d; selp.u32 y, 2, 0, p; or.b32 x, x, y; cvt.u64.u32 %0, x; ";
  if (type == "b32|p") return "selp.u32 x, 1, 0, p; mov.b64 %0, {d, x}; ";
  if (bits_of(type) == 16) return "cvt.u64.u16 %0, d; ";
  return bits_of(type) == 32 ? "cvt.u64.u32 %0, d; " : "mov.b64 %0, d; ";
}

// A property or comparison written with the result d goes to p.
std::string with_result(const entry& e) {
  std::string body = body_of(e);
  if (e.result == "pred") replace_all(body, " d, ", " p, ");
  return body;
}

}  // namespace

std::string kernel_source(std::span<const entry> entries) {
  std::string text = "typedef unsigned long long u64;\n";
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const entry& e = entries[k];
    std::string before, inputs;
    for (std::size_t i = 0; i < e.operands.size(); ++i) {
      before += read_operand(e.operands[i], operand_names[i], i + 1);
      inputs += fmt::format("{}\"l\"({}[i])", i ? ", " : "", operand_names[i]);
    }
    text += fmt::format(
        "extern \"C\" __global__ void k{}(const u64* a, const u64* b, const u64* c,\n"
        "    const u64* e, u64* out, unsigned n) {{\n"
        "  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "  if (i >= n) return;\n  u64 d;\n"
        "  asm volatile(\"{{ .reg .pred p; .reg .b16 h; .reg .b32 x, y, z, w; .reg .b64 w0; \"\n"
        "      \"{}{}\"\n      \"{} \"\n      \"{}}}\" : \"=l\"(d) : {});\n  out[i] = d;\n}}\n",
        k, before, declare_result(e.result), with_result(e), write_result(e.result), inputs);
  }
  return text;
}

}  // namespace conformance
