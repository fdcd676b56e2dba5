#include "ci/gate/statics/machine_code_mix.hpp"

#include <cstdint>
#include <cstring>
#include <set>
#include <string>

namespace warpmark::gate {
namespace {

constexpr std::size_t instruction_bytes = 16;

struct operation {
  unsigned number;
  const char* name;
};

// Found by counting in the code that ptxas 13.0 makes of kernels with seven of one PTX instruction,
// for sm_80, sm_90 and sm_100.
constexpr operation exact[] = {
    {0x918, ""},  // NOP, which pads.
    {0x980, "LD"},   {0x985, "ST"},     {0x981, "LDG"},   {0x986, "STG"},   {0x983, "LDL"},
    {0x387, "STL"},  {0x984, "LDS"},    {0x388, "STS"},   {0x83b, "LDSM"},  {0xfae, "LDGSTS"},
    {0xb82, "LDC"},  {0x9a8, "ATOMG"},  {0x3a9, "ATOMG"}, {0x38c, "ATOMS"}, {0x98e, "RED"},
    {0xb1d, "BAR"},  {0x992, "MEMBAR"}, {0x919, "S2R"},   {0x947, "BRA"},   {0x94d, "EXIT"},
    {0x806, "VOTE"}, {0x3c4, "REDUX"},  {0x3a1, "MATCH"}};

// The same operation with its operands in registers, constants or the instruction itself.
constexpr operation arithmetic[] = {
    {0x02, "MOV"},  {0x09, "FMNMX"}, {0x0b, "FSETP"}, {0x0c, "ISETP"}, {0x10, "IADD3"},
    {0x12, "LOP3"}, {0x16, "PRMT"},  {0x17, "IMNMX"}, {0x19, "SHF"},   {0x20, "FMUL"},
    {0x21, "FADD"}, {0x23, "FFMA"},  {0x24, "IMAD"},  {0x25, "IMAD"},  {0x28, "DMUL"},
    {0x29, "DADD"}, {0x2b, "DFMA"},  {0x31, "HFMA2"}, {0x37, "IMMA"},  {0x3c, "HMMA"},
    {0x48, "IMNMX"}};

std::string name_of(unsigned number) {
  for (const auto& known : exact)
    if (known.number == number) return known.name;
  const unsigned form = number >> 8;
  // Special functions and population counts have forms with an odd number.
  if (number == 0x308) return "MUFU";
  if (number == 0x309) return "POPC";
  if (form != 0 && form % 2 == 0)
    for (const auto& known : arithmetic)
      if (known.number == (number & 0xff)) return known.name;
  return "other";
}

}  // namespace

std::vector<std::string> machine_code_quantities() {
  std::set<std::string> names{"sass.MUFU", "sass.POPC", "sass.other"};
  for (const auto& known : exact)
    if (*known.name != '\0') names.insert(std::string("sass.") + known.name);
  for (const auto& known : arithmetic) names.insert(std::string("sass.") + known.name);
  return {names.begin(), names.end()};
}

instruction_mix mix_of_machine_code(std::span<const char> code) {
  instruction_mix mix;
  for (std::size_t at = 0; at + instruction_bytes <= code.size(); at += instruction_bytes) {
    std::uint16_t low = 0;
    std::memcpy(&low, code.data() + at, sizeof low);
    if (const std::string name = name_of(low & 0xfff); !name.empty()) ++mix["sass." + name];
  }
  return mix;
}

}  // namespace warpmark::gate
