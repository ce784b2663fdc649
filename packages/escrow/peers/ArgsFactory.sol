// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {Args, ArgsVault, NATIVE} from "./ArgsVault.sol";

/// @title Creates the vaults: an owner who pauses it, a list of tokens, and a list of all vaults
contract ArgsFactory is Ownable, Pausable, EIP712 {
    using SafeERC20 for IERC20;

    bytes32 private constant CREATE_TYPE = keccak256(
        "Create(address token,address creator,address recipient,uint256 blocks,bytes32 commitmentHash,uint256 amount)"
    );

    address public immutable LOGIC = address(new ArgsVault());

    mapping(address token => bool) public isListed;
    mapping(address vault => bool) public isVault;

    event Created(
        address indexed vault,
        address indexed creator,
        address indexed token,
        address recipient,
        bytes32 commitmentHash,
        uint256 blocks,
        uint256 amount
    );
    event Listed(address indexed token);

    error WrongTerms();
    error NotListed();
    error AlreadyCreated();
    error Underfunded();
    error WrongSignature();

    constructor(address owner) EIP712("ArgsFactory", "1.0.0") Ownable(owner) {}

    function list(address token) external onlyOwner {
        isListed[token] = true;
        emit Listed(token);
    }

    function vaultOf(Args memory args) public view returns (address) {
        return Clones.predictDeterministicAddressWithImmutableArgs(LOGIC, abi.encode(args), _saltOf(args));
    }

    function create(Args memory args, uint256 amount) public whenNotPaused returns (address vault) {
        vault = _newVault(args, amount);
        _requireFunded(args.token, vault, amount);
        _deploy(args, amount);
    }

    function createBatch(Args[] calldata all, uint256 amount) external returns (address[] memory vaults) {
        vaults = new address[](all.length);
        for (uint256 i = 0; i < all.length; ++i) {
            vaults[i] = create(all[i], amount);
        }
    }

    function createNative(Args memory args, uint256 amount) external payable whenNotPaused returns (address vault) {
        if (args.token != NATIVE || msg.value != amount) revert WrongTerms();
        vault = _newVault(args, amount);
        (bool isPaid,) = vault.call{value: amount, gas: 8000}("");
        if (!isPaid) revert Underfunded();
        _deploy(args, amount);
    }

    function createSigned(Args memory args, uint256 amount, bytes calldata signature) external whenNotPaused {
        bytes32 structHash = keccak256(abi.encode(CREATE_TYPE, args, amount));
        if (ECDSA.recover(_hashTypedDataV4(structHash), signature) != args.creator) revert WrongSignature();
        _pull(args, amount);
    }

    function createPermit(Args memory args, uint256 amount, uint256 deadline, bytes calldata signature)
        external
        whenNotPaused
    {
        (uint8 v, bytes32 r, bytes32 s) = ECDSA.parseCalldata(signature);
        IERC20Permit(args.token).permit(args.creator, address(this), amount, deadline, v, r, s);
        _pull(args, amount);
    }

    function _pull(Args memory args, uint256 amount) private {
        address vault = _newVault(args, amount);
        IERC20(args.token).safeTransferFrom(args.creator, vault, amount);
        _requireFunded(args.token, vault, amount);
        _deploy(args, amount);
    }

    function _newVault(Args memory args, uint256 amount) private view returns (address vault) {
        bool areParties = args.recipient != address(0) && args.creator != address(0) && args.creator != args.recipient;
        if (!areParties || args.blocks == 0 || amount == 0 || args.commitmentHash == 0) revert WrongTerms();
        if (!isListed[args.token]) revert NotListed();
        vault = vaultOf(args);
        if (isVault[vault]) revert AlreadyCreated();
    }

    function _requireFunded(address token, address vault, uint256 amount) private view {
        uint256 held = token == NATIVE ? vault.balance : IERC20(token).balanceOf(vault);
        if (held < amount) revert Underfunded();
    }

    function _deploy(Args memory args, uint256 amount) private {
        address vault = Clones.cloneDeterministicWithImmutableArgs(LOGIC, abi.encode(args), _saltOf(args));
        ArgsVault(vault).initialize();
        emit Created(vault, args.creator, args.token, args.recipient, args.commitmentHash, args.blocks, amount);
        isVault[vault] = true;
    }

    function _saltOf(Args memory args) private view returns (bytes32) {
        return keccak256(abi.encode(block.chainid, args));
    }
}
