// Runs a program on CV32E40P, without the PULP extensions and without floating point. An
// instruction counts as issued when it leaves the decode stage.
module core_bench;
  wire clk, resetn;
  wire instr_req, instr_rvalid, data_req, data_we, data_rvalid;
  wire [31:0] instr_addr, instr_rdata, data_addr, data_wdata, data_rdata;
  wire [3:0] data_be;
  wire ends = core.is_decoding && core.id_stage_i.ebrk_insn_dec;

  obi_program program_i (
      .clk, .resetn, .instr_req, .instr_addr, .instr_rvalid, .instr_rdata,
      .data_req, .data_we, .data_be, .data_addr, .data_wdata, .data_rvalid, .data_rdata,
      .issues(core.is_decoding && core.id_valid || ends), .pc(core.pc_id), .ends
  );

  cv32e40p_core core (
      .clk_i(clk), .rst_ni(resetn), .pulp_clock_en_i(1'b0), .scan_cg_en_i(1'b0),
      .boot_addr_i(32'h80), .mtvec_addr_i(32'h0), .dm_halt_addr_i(32'h0), .hart_id_i(32'h0),
      .dm_exception_addr_i(32'h0),
      .instr_req_o(instr_req), .instr_gnt_i(1'b1), .instr_rvalid_i(instr_rvalid),
      .instr_addr_o(instr_addr), .instr_rdata_i(instr_rdata),
      .data_req_o(data_req), .data_gnt_i(1'b1), .data_rvalid_i(data_rvalid),
      .data_we_o(data_we), .data_be_o(data_be), .data_addr_o(data_addr),
      .data_wdata_o(data_wdata), .data_rdata_i(data_rdata),
      .apu_gnt_i(1'b0), .apu_rvalid_i(1'b0), .apu_result_i('0), .apu_flags_i('0),
      .irq_i('0), .debug_req_i(1'b0), .fetch_enable_i(1'b1)
  );
endmodule

// The core never sleeps, so its clock is not gated.
module cv32e40p_clock_gate (
    input clk_i,
    input en_i,
    input scan_cg_en_i,
    output clk_o
);
  assign clk_o = clk_i;
endmodule
